import { createHmac, timingSafeEqual } from 'node:crypto'

export interface MediaLinks {
  /** The address of a message's file or thumbnail, valid for 10 to 15 minutes. */
  file(companyId: number, storageKey: string): string
  /** The same for a user's picture. */
  avatar(companyId: number, storageKey: string): string
  /** The same for the file of a quick message. */
  quickMessage(companyId: number, storageKey: string): string
  /** The same for a file of a list. */
  fileList(companyId: number, storageKey: string): string
  /** The same for the picture of an announcement. */
  announcement(companyId: number, storageKey: string): string
  /** The same for the file of an internal chat. */
  internalChat(companyId: number, storageKey: string): string
  /** The same as a download, even if a browser could display it. */
  download(companyId: number, storageKey: string): string
}

export interface SignedPath {
  companyId: number
  folder: MediaFolder
  storageKey: string
  disposition: Disposition
}
/**
 * `user`: pictures of users; `contact`: pictures of contacts; `quickMessage`: files of quick messages; `fileList`: files
 * of lists; `announcements`: pictures of announcements; `chats`: files of internal chats.
 */
export type MediaFolder = 'files' | 'user' | 'contact' | 'quickMessage' | 'fileList' | 'announcements' | 'chats'
export type Disposition = 'auto' | 'attachment'

export interface Signature {
  expires: string
  signature: string
}

const bucket = 300
const bucketsAhead = 3
const maxKept = 20_000

interface Options {
  /** Comes before the path. Empty: clients resolve the path against their server. */
  origin: string
  key: Buffer
  /** In ms. */
  now?: () => number
}

/**
 * Links that contain their own permission (S54): only users who may see the file get them. All links
 * made within five minutes are the same, so browsers can cache files, and a page of messages is signed only once.
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
    quickMessage: (companyId, storageKey) =>
      link({ companyId, folder: 'quickMessage', storageKey, disposition: 'auto' }),
    fileList: (companyId, storageKey) => link({ companyId, folder: 'fileList', storageKey, disposition: 'auto' }),
    announcement: (companyId, storageKey) =>
      link({ companyId, folder: 'announcements', storageKey, disposition: 'auto' }),
    internalChat: (companyId, storageKey) => link({ companyId, folder: 'chats', storageKey, disposition: 'auto' }),
    download: (companyId, storageKey) => link({ companyId, folder: 'files', storageKey, disposition: 'attachment' }),
    isSigned,
  }

  function link(path: SignedPath): string {
    const expires = (Math.floor(now() / 1000 / bucket) + bucketsAhead) * bucket
    if (expires !== madeUntil || made.size > maxKept) made.clear()
    madeUntil = expires
    const text = signedText(path)
    const known = made.get(text)
    if (known) return known
    const { companyId, storageKey, disposition } = path
    const folder = path.folder === 'files' ? '' : `${path.folder}/`
    const saved = disposition === 'attachment' ? '&download=1' : ''
    const address = `${origin}/public/company${companyId}/${folder}${storageKey}?expires=${expires}${saved}&signature=${sign(text, String(expires)).toString('base64url')}`
    made.set(text, address)
    return address
  }

  function isSigned(path: SignedPath, { expires, signature }: Signature): boolean {
    if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now()) return false
    const given = Buffer.from(signature, 'base64url')
    const right = sign(signedText(path), expires)
    return given.length === right.length && timingSafeEqual(given, right)
  }

  function sign(text: string, expires: string): Buffer {
    return createHmac('sha256', key).update(`${text}\n${expires}`).digest()
  }
}

const signedText = ({ companyId, folder, storageKey, disposition }: SignedPath) =>
  `${companyId}\n${folder}\n${storageKey}\n${disposition}`
