import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { blockOf } from '#platform/security/address-block'
import type { Log } from '#platform/process/log'
import type { CreateLimiter } from '#platform/security/rate-limits'

interface Attempt {
  /** Checks the password. If the check itself fails (too many at once, no database), the attempt is not counted. */
  look<T>(check: () => Promise<T>): Promise<T>
  /** `isAlarm`: many failures for this account, so somebody should look at it. */
  failed(): Promise<{ isAlarm: boolean }>
  succeeded(): Promise<void>
}

export interface LoginGuard {
  /**
   * Call it before the password is checked. Throws 429 with Retry-After, or 503 if failures cannot be counted (S20).
   */
  enter(who: { email: string; address: string }): Promise<Attempt>
}

const minutes = 60
const maxPerAccount = 100
/** In ms, from the fifth failure on; doubled with each further one. */
const initialDelay = 100
const suspiciousDelay = 2000

/**
 * Counts failures per account and address (10 in 15 minutes, with growing delays from the fifth on), per address (100
 * in 15 minutes), and per account (100 in an hour). The last one only slows logins down: strangers must not be able to
 * lock somebody out.
 */
export function createLoginGuard(createLimiter: CreateLimiter, log: Log): LoginGuard {
  const perPair = createLimiter({ name: 'login', points: 10, duration: 15 * minutes, blockDuration: 15 * minutes })
  const perAddress = createLimiter({ name: 'login-address', points: 100, duration: 15 * minutes })
  const perAccount = createLimiter({ name: 'login-account', points: maxPerAccount, duration: 60 * minutes })

  return {
    enter: async ({ email, address }) => {
      const account = createHash('sha256').update(email.toLowerCase()).digest('base64url')
      const block = blockOf(address)
      const pair = `${account}:${block}`
      // Checked first, so that a refused address adds no keys for new accounts.
      await perAddress.check(block)
      // Counted before the password is checked, so that parallel tries are counted too.
      const nth = await perPair.take(pair)
      await perAddress.take(block)
      if ((await perAccount.counted(account)) >= maxPerAccount) await pause(suspiciousDelay)

      const withdraw = () => Promise.all([perPair.release(pair), perAddress.release(block)])

      return {
        look: async (check) => {
          try {
            return await check()
          } catch (error) {
            await withdraw()
            throw error
          }
        },
        failed: async () => {
          const isAlarm = (await perAccount.count(account)) === maxPerAccount
          if (isAlarm)
            log.warn(
              { event: 'login.many-failures', account, failures: maxPerAccount },
              'many failed logins for one account',
            )
          if (nth >= 5) await pause(initialDelay * 2 ** (nth - 5))
          return { isAlarm }
        },
        succeeded: async () => {
          await Promise.all([perPair.forget(pair), perAddress.release(block)])
        },
      }
    },
  }
}
