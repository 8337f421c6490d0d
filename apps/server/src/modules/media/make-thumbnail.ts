import { writeFile } from 'node:fs/promises'
import { writeThumbnail } from '#platform/files/images'
import { AppError } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { type FileSource, findFile, setThumbnail } from './media.repository.ts'

const side = 640
/** In bytes. A smaller picture is its own thumbnail. */
const worthIt = 150_000

export const wantsThumbnail = ({ width, bytes }: { width: number | null; bytes: number }): boolean =>
  width !== null && bytes > worthIt

/**
 * Does not retry a picture that cannot be drawn: without a thumbnail the original is shown. Throws ERR_BUSY when too many
 * pictures wait.
 */
export async function makeThumbnail(
  deps: Deps,
  { companyId, fileId }: { companyId: number; fileId: number },
): Promise<void> {
  const { storage, units, log } = deps
  const file = await units.read({ kind: 'system', companyId }, (ctx) => findFile(ctx, fileId))
  if (!file || file.state !== 'ready' || file.thumbnail_key !== null) return

  const small = await storage.temporary()
  try {
    await writeThumbnail({ companyId, from: storage.pathOf(companyId, file.storage_key), to: small }, side)
  } catch (err) {
    await storage.discard(small)
    if (err instanceof AppError) throw err
    log.info({ event: 'media.thumbnail-failed', err, companyId, fileId }, 'could not make a thumbnail of a picture')
    return
  }
  const key = await storage.keep(companyId, small, 'webp')
  const isSet = await units.run({ kind: 'system', companyId }, async (ctx) => {
    const isFirst = await setThumbnail(ctx, fileId, key)
    if (isFirst) ctx.emit('media.ready', { fileId })
    return isFirst
  })
  if (!isSet) await storage.remove(companyId, key)
}

/** Stores the picture that came with a video and returns its key. Undefined if there is none or it is no picture. */
export async function storePreview(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  companyId: number,
  { preview }: FileSource,
): Promise<string | undefined> {
  if (preview === undefined) return undefined
  const [given, drawn] = [await storage.temporary(), await storage.temporary()]
  try {
    await writeFile(given, Buffer.from(preview, 'base64'), { mode: 0o600 })
    await writeThumbnail({ companyId, from: given, to: drawn }, side)
    return await storage.keep(companyId, drawn, 'webp')
  } catch (err) {
    log.info({ event: 'media.preview-failed', err, companyId }, 'could not read the picture that came with a video')
    return undefined
  } finally {
    await storage.discard(given)
    await storage.discard(drawn)
  }
}
