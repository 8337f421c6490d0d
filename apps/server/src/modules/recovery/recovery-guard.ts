import { createHash } from 'node:crypto'
import type { Log } from '#platform/process/log'
import { blockOf } from '#platform/security/address-block'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { countryless, isEmail } from './sought.ts'

export interface RecoveryGuard {
  /** Call it before anything is looked up. Throws 429 with Retry-After, or 503 if requests cannot be counted (S33). */
  ask(who: { sought: string; address: string }): Promise<void>
  /** The same for a code that somebody tries, and for a new password. */
  try(address: string): Promise<void>
}

const hour = 3600
const day = 24 * hour
/** In all an hour. More are answered all the same: strangers must not be able to switch it off for everybody. */
const unusual = 200

/**
 * Counts requests for a code per number or e-mail (3 an hour, 6 a day), whether somebody has it or not, and per address (10
 * an hour).
 */
export function createRecoveryGuard(createLimiter: CreateLimiter, log: Log): RecoveryGuard {
  const perHour = createLimiter({ name: 'recovery-hour', points: 3, duration: hour })
  const perDay = createLimiter({ name: 'recovery-day', points: 6, duration: day })
  const perAddress = createLimiter({ name: 'recovery-address', points: 10, duration: hour })
  const tries = createLimiter({ name: 'recovery-tries', points: 100, duration: 15 * 60 })
  const all = createLimiter({ name: 'recovery-all', points: unusual, duration: hour, failsOpen: true })

  return {
    ask: async ({ sought, address }) => {
      const block = blockOf(address)
      const key = createHash('sha256').update(keyOf(sought)).digest('base64url')
      await perAddress.check(block)
      await perDay.check(key)
      await perHour.take(key)
      await perDay.take(key)
      await perAddress.take(block)
      if ((await all.count('all')) === unusual)
        log.warn({ event: 'recovery.many-requests', count: unusual }, 'many people ask to recover their password')
    },
    try: async (address) => void (await tries.take(blockOf(address))),
  }
}

/** The forms of one number count as one. */
const keyOf = (sought: string) =>
  isEmail(sought) ? sought.toLowerCase() : countryless(sought).replace(/^(\d{2})9([6-9]\d{7})$/, '$1$2')
