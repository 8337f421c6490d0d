import { createHmac, timingSafeEqual } from 'node:crypto'

export interface MediaLinks {
  /** The address of a message's file or thumbnail, good for 10 to 15 minutes. */
  file(companyId: number, storageKey: string): string
  /** The same of a person's picture. */
  avatar(companyId: number, storageKey: string): string
  /** The same to save the file, also where a browser could show it. */
  download(companyId: number, storageKey: string): string
}

export interface SignedPath {
  companyId: number
  folder: MediaFolder
  storageKey: string
  disposition: Disposition
}
/** `user`: pictures of people of the company; `contact`: of its contacts. */
export type MediaFolder = 'files' | 'user' | 'contact'
export type Disposition = 'auto' | 'attachment'

export interface Signature {
  expires: string
  signature: string
}

const bucket = 300
const bucketsAhead = 3
const mostKept = 20_000

interface Options {
  /** What stands before the path; nothing: the reader resolves it against the server that it talks with. */
  origin: string
  key: Buffer
  /** Milliseconds. */
  now?: () => number
}

/**
 * Links that carry their own permission (S54): who has one was given it by somebody who may see the file. All links made
 * within five minutes are the same, so browsers keep what they have loaded, and a page of messages costs no arithmetic twice.
 */
export function createMediaLinks({
  origin,
  key,
  now = Date.now,
}: Options): MediaLinks & { isSigned: (path: SignedPath, given: Signature) => boolean } {
  const made = new Map<string, string>()
  let madeUntil = 0

  return {
    file: (companyId, storageKey) => link({ companyId, folder: 'files', storageKey, disposition: 'auto' }),
    avatar: (companyId, storageKey) => link({ companyId, folder: 'user', storageKey, disposition: 'auto' }),
    download: (companyId, storageKey) => link({ companyId, folder: 'files', storageKey, disposition: 'attachment' }),
    isSigned,
  }

  function link(path: SignedPath): string {
    const expires = (Math.floor(now() / 1000 / bucket) + bucketsAhead) * bucket
    if (expires !== madeUntil || made.size > mostKept) made.clear()
    madeUntil = expires
    const place = placeOf(path)
    const known = made.get(place)
    if (known) return known
    const { companyId, storageKey, disposition } = path
    const folder = path.folder === 'files' ? '' : `${path.folder}/`
    const saved = disposition === 'attachment' ? '&download=1' : ''
    const address = `${origin}/public/company${companyId}/${folder}${storageKey}?expires=${expires}${saved}&signature=${sign(place, String(expires)).toString('base64url')}`
    made.set(place, address)
    return address
  }

  function isSigned(path: SignedPath, { expires, signature }: Signature): boolean {
    if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now()) return false
    const given = Buffer.from(signature, 'base64url')
    const right = sign(placeOf(path), expires)
    return given.length === right.length && timingSafeEqual(given, right)
  }

  function sign(place: string, expires: string): Buffer {
    return createHmac('sha256', key).update(`${place}\n${expires}`).digest()
  }
}

const placeOf = ({ companyId, folder, storageKey, disposition }: SignedPath) =>
  `${companyId}\n${folder}\n${storageKey}\n${disposition}`
