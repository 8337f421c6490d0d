import { randomBytes } from 'node:crypto'
import type { Ctx } from '#platform/context'
import { cleanName } from './file-name.ts'
import { type MediaType, listed, mediaTypeOf } from './file-types.ts'
import { insertAwaitedFile, markWaiting, markWanted } from './media.repository.ts'

export interface AwaitedFile {
  /** Of the network that it comes by. */
  channel: string
  /** What the channel will need to fetch it. */
  reference: Record<string, unknown>
  mime: string
  name: string
  bytes: number | null
  /** Hexadecimal, where the network says it. */
  sha256?: string
  /** It is fetched only when somebody wants to see it: see `fetchWanted`. */
  isLazy?: boolean
}

/** A file that is still with the network: its message is shown without it until it has come (R11). In the transaction of the message. */
export async function awaitFile(
  ctx: Ctx,
  { channel, reference, mime, name, bytes, sha256, isLazy = false }: AwaitedFile,
): Promise<{ fileId: number; mediaType: MediaType }> {
  const kept = listed(mime)
  const fileId = await insertAwaitedFile(ctx, {
    storageKey: `awaited-${randomBytes(16).toString('hex')}`,
    name: cleanName(name, kept),
    mime: kept,
    bytes: bytes ?? 0,
    source: {
      channel,
      reference,
      declaredType: mime,
      bytes,
      sha256: sha256 ?? null,
      tries: 0,
      ...(isLazy && { isLazy }),
    },
  })
  if (!isLazy) await ctx.enqueue('media.fetch', { fileId })
  return { fileId, mediaType: mediaTypeOf(kept) }
}

/** Somebody looks at files that nobody has fetched yet. */
export async function fetchWanted(ctx: Ctx, storageKeys: string[]): Promise<void> {
  for (const fileId of await markWanted(ctx, storageKeys)) await ctx.enqueue('media.fetch', { fileId })
}

/** "Try again": false if it did not fail, or cannot be fetched any more. */
export async function retryFetch(ctx: Ctx, fileId: number): Promise<boolean> {
  if (!(await markWaiting(ctx, fileId))) return false
  await ctx.enqueue('media.fetch', { fileId })
  return true
}
