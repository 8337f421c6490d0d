import { limits } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { AppError, badRequest } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import { DownloadFailed, DownloadTooLarge, NotOutside } from '#platform/outside/outside'
import type { StoredUpload } from '#modules/media'

export interface LinkedFile {
  url: string
  kind: 'pdf' | 'image'
}

const most = { pdf: limits.document, image: limits.image }

/** Fetches the file, runs the work, and removes what the work has not kept. */
export async function withLinkedFile<T>(
  { outside, storage, diskRoom }: Pick<Deps, 'outside' | 'storage' | 'diskRoom'>,
  { url, kind }: LinkedFile,
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const room = await diskRoom.reserve(most[kind])
  const path = await storage.temporary()
  try {
    const file = await outside.download(url, { path, most: most[kind] }).catch(refuse)
    return await work({ ...file, field: 'medias', name: readable(file.name), path })
  } finally {
    room.release()
    await storage.discard(path)
  }
}

/** All failures at the other server have one answer: nobody may explore what is there by their differences. */
function refuse(error: unknown): never {
  if (error instanceof NotOutside) throw badRequest('ERR_URL_NOT_ALLOWED')
  if (error instanceof DownloadTooLarge) throw new AppError('ERR_FILE_TOO_LARGE', 413)
  if (error instanceof DownloadFailed) throw badRequest('ERR_WAPP_DOWNLOAD_MEDIA')
  throw error
}

/** The content decides what a file is, not its address. */
export function assertKind({ mime, mediaType }: StoredUpload, kind: LinkedFile['kind']): void {
  const isExpected = kind === 'pdf' ? mime === 'application/pdf' : mediaType === 'image'
  if (!isExpected) throw new AppError('ERR_FILE_TYPE', 415)
}

function readable(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
