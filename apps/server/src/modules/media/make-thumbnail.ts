import { writeThumbnail } from '#platform/files/images'
import type { Deps } from '#platform/deps'
import { findFile, setThumbnail } from './media.repository.ts'

const side = 640
/** In bytes. A smaller picture is its own thumbnail. */
const worthIt = 150_000

export const wantsThumbnail = ({ width, bytes }: { width: number | null; bytes: number }): boolean =>
  width !== null && bytes > worthIt

/** Does not retry: without a thumbnail the original picture is shown. */
export async function makeThumbnail(
  deps: Deps,
  { companyId, fileId }: { companyId: number; fileId: number },
): Promise<void> {
  const { storage, units, log } = deps
  const file = await units.read({ kind: 'system', companyId }, (ctx) => findFile(ctx, fileId))
  if (!file || file.state !== 'ready' || file.thumbnail_key !== null) return

  const small = await storage.temporary()
  try {
    await writeThumbnail(storage.pathOf(companyId, file.storage_key), small, side)
  } catch (err) {
    await storage.discard(small)
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
