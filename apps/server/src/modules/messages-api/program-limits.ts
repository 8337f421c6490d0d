import { limits } from '@guiche/contract'
import { blockOf } from '#platform/security/address-block'
import { createAtOnce } from '#platform/security/at-once'
import type { CreateLimiter } from '#platform/security/rate-limits'

/** All throw 429 with Retry-After. */
export interface ProgramLimits {
  /** A call of a program. */
  call(program: { key: string }): Promise<void>
  /** A token that nobody has, from an address. Programs with a valid token at that address are not affected. */
  guess(address: string): Promise<void>
  /** Call the returned function when the call has been handled. */
  enter(program: { key: string }): () => void
}

export function createProgramLimits(createLimiter: CreateLimiter): ProgramLimits {
  const calls = createLimiter({ name: 'messages-api', points: limits.apiCallsPerMinute, duration: 60, failsOpen: true })
  const guesses = createLimiter({ name: 'messages-api-guesses', points: 30, duration: 60, failsOpen: true })
  const atOnce = createAtOnce({ retryAfter: 1 })

  return {
    call: async ({ key }) => void (await calls.take(key)),
    guess: async (address) => void (await guesses.take(blockOf(address))),
    enter: ({ key }) => atOnce.enter([{ key, most: limits.apiCallsAtOnce }]),
  }
}
