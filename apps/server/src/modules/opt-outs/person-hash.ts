import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { type RawBuilder, sql } from '#platform/database/sql'
import { perApplication } from '#platform/per-application'

/** Of SHA-256, in bytes. */
const blockSize = 64

interface Pads {
  inner: Buffer
  outer: Buffer
}

const kept = perApplication<{ pads?: Pads }>(() => ({}))

/** Called once, before the first unit of work. */
export function keepHashKey({ units, keys: { optOutHash } }: Pick<Deps, 'units' | 'keys'>): void {
  const block = Buffer.concat([optOutHash, Buffer.alloc(blockSize - optOutHash.length)])
  const padWith = (byte: number) => Buffer.from(block.map((one) => one ^ byte))
  kept(units).pads = { inner: padWith(0x36), outer: padWith(0x5c) }
}

/**
 * The HMAC-SHA256 of a person's `phone_key`, as SQL, so that it is found for a whole list in one statement. PostgreSQL has
 * SHA-256 and no HMAC, so its two steps are written out. The company is part of the text: a number has another hash in
 * each.
 */
export function hashOf(ctx: Pick<Ctx, 'application' | 'companyId'>, key: RawBuilder<unknown>): RawBuilder<unknown> {
  const { inner, outer } = padsOf(ctx)
  return sql`sha256(${outer}::bytea || sha256(${inner}::bytea || convert_to(${String(ctx.companyId)}::text || ' ' || ${key}, 'UTF8')))`
}

function padsOf({ application }: Pick<Ctx, 'application'>): Pads {
  const { pads } = kept({ application })
  if (!pads) throw new Error('opt-outs were not registered')
  return pads
}
