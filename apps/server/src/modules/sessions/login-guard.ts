import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { blockOf } from '#platform/security/address-block'
import type { Log } from '#platform/process/log'
import type { CreateLimiter } from '#platform/security/rate-limits'

interface Attempt {
  /** Looks at the password. Where that could not be done (too many at once, no database), it was no attempt. */
  look<T>(check: () => Promise<T>): Promise<T>
  /** Answers whether this account is being tried from everywhere: somebody should know. */
  failed(): Promise<{ isAlarm: boolean }>
  succeeded(): Promise<void>
}

export interface LoginGuard {
  /** Before a password is looked at. Throws 429 with Retry-After, or 503 when nobody counts (S20). */
  enter(who: { email: string; address: string }): Promise<Attempt>
}

const minutes = 60
const mostPerAccount = 100
/** From the fifth failure on: a tenth of a second, doubled each time. */
const firstDelay = 100
const suspiciousDelay = 2000

/**
 * Guesses are counted for an account at an address (10 in 15 minutes, slower from the fifth on), for an address (100 in 15
 * minutes), and for an account wherever they come from (100 in an hour). The last only slows down: strangers must not be
 * able to lock somebody out.
 */
export function createLoginGuard(createLimiter: CreateLimiter, log: Log): LoginGuard {
  const perPair = createLimiter({ name: 'login', points: 10, duration: 15 * minutes, blockDuration: 15 * minutes })
  const perAddress = createLimiter({ name: 'login-address', points: 100, duration: 15 * minutes })
  const perAccount = createLimiter({ name: 'login-account', points: mostPerAccount, duration: 60 * minutes })

  return {
    enter: async ({ email, address }) => {
      const account = createHash('sha256').update(email.toLowerCase()).digest('base64url')
      const block = blockOf(address)
      const pair = `${account}:${block}`
      // First of all: an address that is refused adds no entries, whatever new accounts it tries.
      await perAddress.check(block)
      // Counted before the password is looked at, or tries in parallel would all slip through.
      const nth = await perPair.take(pair)
      await perAddress.take(block)
      if ((await perAccount.counted(account)) >= mostPerAccount) await pause(suspiciousDelay)

      const withdraw = () => Promise.all([perPair.giveBack(pair), perAddress.giveBack(block)])

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
          const isAlarm = (await perAccount.count(account)) === mostPerAccount
          if (isAlarm)
            log.warn(
              { event: 'login.many-failures', account, failures: mostPerAccount },
              'many failed logins for one account',
            )
          if (nth >= 5) await pause(firstDelay * 2 ** (nth - 5))
          return { isAlarm }
        },
        succeeded: async () => {
          await Promise.all([perPair.forget(pair), perAddress.giveBack(block)])
        },
      }
    },
  }
}
