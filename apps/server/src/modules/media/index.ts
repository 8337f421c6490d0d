import type { Deps } from '#platform/deps'
import type { Channels } from '#channels/registry'
import { createHandOver } from './fetch-elsewhere.ts'
import { type FetchMedia, fetchFile } from './fetch-file.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { type MediaLinks, createMediaLinks } from './media-links.ts'
import './media.facts.ts'
import { mediaRoutes } from './media.routes.ts'
import type { MayRead } from './serve-file.ts'
import { sweepFiles } from './sweep-files.ts'

export { assertMayUpload, countUpload } from './count-upload.ts'
export { type AwaitedFile, awaitFile, fetchSome, fetchWanted, retryFetch } from './await-file.ts'
export type { FetchMedia } from './fetch-file.ts'
export { type MediaType, mediaTypeOf } from './file-types.ts'
export { type KeptFile, dropFile, keepFile } from './keep-file.ts'
export {
  type DrawnPicture,
  type FileDetails,
  connectionsWithFiles,
  deleteFile,
  findFile,
  insertMade,
  insertPicture,
} from './media.repository.ts'
export type { MediaLinks } from './media-links.ts'
export type { MayRead } from './serve-file.ts'
export { storeSticker } from './store-sticker.ts'
export { type StoredUpload, storeUpload, withUploads } from './store-upload.ts'

interface Wiring {
  /** Fetches files that arrive as a reference. */
  channels: Pick<Channels, 'find'>
}

/** Makes signed addresses of files. Keep the result: it caches what it has signed. */
export function mediaLinks({ publicUrl, keys }: Pick<Deps, 'publicUrl' | 'keys'>): MediaLinks {
  return createMediaLinks({ origin: publicUrl.origin, key: keys.mediaLinks })
}

/** The same without the origin, for clients that resolve paths themselves. */
export function mediaPaths({ keys }: Pick<Deps, 'keys'>): MediaLinks {
  return createMediaLinks({ origin: '', key: keys.mediaLinks })
}

/** Called by the module that knows what files belong to, and so who may read them. */
export function serveFiles(deps: Deps, mayRead: MayRead): void {
  const { isSigned } = createMediaLinks({ origin: '', key: deps.keys.mediaLinks })
  mediaRoutes(deps, { isSigned, mayRead })
}

export function registerMedia(deps: Deps, { channels }: Wiring): void {
  const fetchMedia = fetchFrom(channels)
  const handOver = createHandOver(deps, (file) => fetchFile({ ...deps, fetchMedia }, file))
  // Failed downloads are counted with the file; the job's own retries cover processes that were killed.
  deps.jobs.define(
    'media.fetch',
    { retryLimit: 9, retryDelay: 1, retryDelayMax: 21_600, expireInSeconds: 3600, atOnce: 4 },
    (job) => fetchFile({ ...deps, fetchMedia, handOver }, job),
  )
  deps.jobs.define(
    'media.thumbnail',
    { retryLimit: 5, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 120 },
    (job) => makeThumbnail(deps, job),
  )
  deps.jobs.defineTimer('media.sweep', '17 * * * *', () => deps.storage.sweep())
  deps.jobs.defineTimer('media.unused', '41 3 * * *', () => sweepFiles(deps))
}

const fetchFrom =
  (channels: Wiring['channels']): FetchMedia =>
  async (name, source) => {
    const channel = channels.find(name)
    if (!channel?.fetch) throw new Error(`files of ${name} cannot be fetched here`)
    return channel.fetch(source)
  }
