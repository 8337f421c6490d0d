import type { AnswerFailure } from './answerer.ts'
import type { Refusal } from './stored/exchanges.repository.ts'

/**
 * Why a service has not answered. `gone`: there is no such service any more. `broken`: we could not ask it. `loop`: the limit
 * of automatic messages is reached. `targetGone`: it has handed over to a queue or user that the company does not have.
 */
export type Failure = AnswerFailure | Refusal | 'gone' | 'broken' | 'loop' | 'targetGone'

/** What says something about the service itself, and opens its breaker if it comes too often. */
const ofService: ReadonlySet<Failure> = new Set([
  'refusedAddress',
  'unreachable',
  'timeout',
  'tooLarge',
  'notJson',
  'status',
  'badAnswer',
  'notAllowed',
  'limit',
])

export const countsForBreaker = (failure: Failure): boolean => ofService.has(failure)
