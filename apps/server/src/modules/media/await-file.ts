import { randomBytes } from 'node:crypto'
import type { MediaDetails } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { plainName } from './file-name.ts'
import { type MediaType, knownType, mediaTypeOf } from './file-types.ts'
import { insertAwaitedFile, markSomeWanted, markWaiting, markWanted } from './media.repository.ts'

export interface AwaitedFile {
  /** The channel through which it arrives. */
  channel: string
  /** What the channel needs to fetch it. */
  reference: Record<string, unknown>
  mime: string
  name: string
  bytes: number | null
  /** Hexadecimal, if the network sends it. */
  sha256?: string
  /** Fetched only when somebody wants to see it (`fetchWanted`). */
  isLazy?: boolean
  details?: MediaDetails | undefined
}

/**
 * Registers a file that must still be fetched from the network, in the transaction of its message. The message is shown
 * without it until then (R11).
 */
export async function awaitFile(
  ctx: Ctx,
  { channel, reference, mime, name, bytes, sha256, isLazy = false, details: { preview, ...details } = {} }: AwaitedFile,
): Promise<{ fileId: number; mediaType: MediaType }> {
  const kept = knownType(mime)
  const fileId = await insertAwaitedFile(ctx, {
    storageKey: `awaited-${randomBytes(16).toString('hex')}`,
    // The sender may not know its type. Its extension is looked at when it is there.
    name: plainName(name),
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
      ...(preview !== undefined && { preview }),
    },
    details,
  })
  if (!isLazy) await ctx.enqueue('media.fetch', { fileId })
  return { fileId, mediaType: mediaTypeOf(kept) }
}

/** Enqueues the lazy files among these, because a user has opened them. */
export async function fetchWanted(ctx: Ctx, storageKeys: string[]): Promise<void> {
  for (const fileId of await markWanted(ctx, storageKeys)) await ctx.enqueue('media.fetch', { fileId })
}

/** Enqueues some of the lazy files that came by a connection. */
export async function fetchSome(ctx: Ctx, connectionId: number, most: number): Promise<void> {
  for (const fileId of await markSomeWanted(ctx, connectionId, most)) await ctx.enqueue('media.fetch', { fileId })
}

/** "Try again". False if the file has not failed, or cannot be fetched any more. */
export async function retryFetch(ctx: Ctx, fileId: number): Promise<boolean> {
  if (!(await markWaiting(ctx, fileId))) return false
  await ctx.enqueue('media.fetch', { fileId })
  return true
}
