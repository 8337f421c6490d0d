import { LRUCache } from 'lru-cache'
import { audit } from '../../audit.ts'
import type { UserActor } from '../../context.ts'
import type { Units } from '../../database/unit-of-work.ts'
import { AppError } from '../../errors.ts'

interface Attempt {
  actor: UserActor
  call: string
}

export type RecordDenial = (error: unknown, attempt: Attempt) => Promise<void>

/**
 * Records calls without permission in the audit log (S74): once a minute for each person and call, so that repeated
 * tries do not fill it.
 */
export function createDenials(units: Pick<Units, 'run'>): RecordDenial {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })

  return async (error, { actor, call }) => {
    if (!(error instanceof AppError) || error.code !== 'ERR_NO_PERMISSION') return
    const key = `${actor.companyId}:${actor.userId}:${call}`
    if (noted.has(key)) return
    noted.set(key, true)
    await units.run(actor, (ctx) => audit(ctx, { action: 'permission.denied', object: 'call', objectId: call }))
  }
}
