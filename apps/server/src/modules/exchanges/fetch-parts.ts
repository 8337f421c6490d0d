import type { Menu } from '@guiche/channel'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { limits } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import { DownloadFailed, DownloadTooLarge, NotOutside } from '#platform/outside/outside'
import { type StoredUpload, storeUpload } from '#modules/media'
import type { AnswerPart } from './answerer.ts'

/** A part that can be stored: its file is in the storage. */
export type ReadyPart = { after: number } & (
  | { kind: 'text'; text: string; menu?: Menu | undefined }
  | { kind: 'file'; upload: StoredUpload; caption: string; otherwise: string }
)

type FilePart = Exclude<AnswerPart, { kind: 'text' }>
type LinkPart = Extract<AnswerPart, { kind: 'link' }>
type Storing = Pick<Deps, 'outside' | 'storage' | 'diskRoom' | 'log'>

/** In bytes. The type of a file may allow less. */
const most = Math.max(limits.image, limits.audioOrVideo)

/** Of a longer delay the customer would think that nobody answers. In ms, of all parts together. */
const longestDelay = 30_000

/**
 * Fetches and stores the files of an answer, runs the work, and removes the files that the work has not kept. Of a file that
 * cannot be sent its caption is left.
 */
export async function withParts<T>(
  deps: Storing,
  { companyId, parts }: { companyId: number; parts: readonly AnswerPart[] },
  work: (ready: ReadyPart[]) => Promise<T>,
): Promise<T> {
  const ready: ReadyPart[] = []
  try {
    let after = 0
    for (const part of parts) {
      after = Math.min(longestDelay, after + Math.max(0, part.after ?? 0))
      const text = textOf(part)
      const upload = part.kind === 'text' ? undefined : await store(deps, companyId, part)
      if (upload && part.kind !== 'text')
        ready.push({ kind: 'file', upload, caption: part.caption, otherwise: text, after })
      else if (text.trim() !== '')
        ready.push({ kind: 'text', text, after, ...(part.kind === 'text' && { menu: part.menu }) })
    }
    return await work(ready)
  } finally {
    for (const part of ready)
      if (part.kind === 'file' && !part.upload.hasRow) await deps.storage.remove(companyId, part.upload.storageKey)
  }
}

/** What is left of it without its file. */
function textOf(part: AnswerPart): string {
  if (part.kind === 'text') return part.text
  return (part.kind === 'bytes' && part.otherwise) || part.caption
}

async function store(deps: Storing, companyId: number, part: FilePart): Promise<StoredUpload | undefined> {
  const path = await deps.storage.temporary()
  try {
    const file = await fetched(deps, part, path)
    const upload = await storeUpload(deps, companyId, file)
    if (part.kind === 'bytes' || isMeant(upload, file, part.is)) return upload
    await deps.storage.remove(companyId, upload.storageKey)
    throw new DownloadFailed('it is something else than the service says')
  } catch (err) {
    if (!isExpected(err)) throw err
    deps.log.info({ event: 'exchanges.no-file', err, companyId }, 'a file of an answer to a customer cannot be sent')
    return undefined
  } finally {
    await deps.storage.discard(path)
  }
}

/** Pages are what servers answer who want a login, or have no such file. */
function isMeant({ mediaType }: StoredUpload, { declaredType }: UploadedFile, is: LinkPart['is']): boolean {
  switch (is) {
    case 'image':
      return mediaType === 'image'
    case 'sound':
      return mediaType === 'audio' || mediaType === 'video'
    case undefined:
      return !declaredType.includes('html')
  }
}

const isExpected = (error: unknown): boolean =>
  error instanceof NotOutside ||
  error instanceof DownloadTooLarge ||
  error instanceof DownloadFailed ||
  error instanceof AppError

async function fetched({ outside, diskRoom }: Storing, part: FilePart, path: string): Promise<UploadedFile> {
  const room = await diskRoom.reserve(part.kind === 'bytes' ? part.bytes.length : most)
  try {
    if (part.kind === 'link') return { ...(await outside.download(part.url, { path, most })), field: 'file', path }
    const { bytes, mime, name } = part
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
    const sha256 = createHash('sha256').update(bytes).digest()
    return { field: 'file', name, declaredType: mime, path, bytes: bytes.length, sha256 }
  } finally {
    room.release()
  }
}
