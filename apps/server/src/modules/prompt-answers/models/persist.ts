import { setTimeout as sleep } from 'node:timers/promises'
import { AnswerFailed } from '#modules/exchanges'
import { type OutsideAnswer, OutsideFailed } from '#platform/outside/outside'
import { NeedsPerson } from './needs-person.ts'
import { type ModelError, failureOf, readError, remedyFor } from './open-ai-errors.ts'

const mostTries = 4

/** In ms. */
const pauses = { first: 250, longest: 20_000 }

interface Calls {
  make: () => Promise<OutsideAnswer>
  /** Changes the next call. False: nothing is left to change. */
  mend?: (error: ModelError, how: 'halve' | 'drop') => boolean
  /** It refuses what the customer has sent. */
  isOfCustomer?: (error: ModelError) => boolean
  signal: AbortSignal
}

/**
 * Calls until there is an answer, as the table of errors says. Throws AnswerFailed, OutsideFailed, or NeedsPerson: what a
 * customer can bring about says nothing about the model, which would not be asked for others any more.
 */
export async function persist({ make, mend, isOfCustomer, signal }: Calls): Promise<OutsideAnswer> {
  let pause = pauses.first
  for (let tries = 1; ; tries += 1) {
    const answer = await madeOrLost(make, tries)
    if (answer?.status === 200) return answer
    const error = answer && readError(answer)
    const remedy = error ? remedyFor(error) : 'again'
    if (error && (remedy === 'person' || isOfCustomer?.(error))) throw refused(error)
    if (error && typeof remedy === 'object') throw failureOf(remedy.fails, error)
    if (error && (remedy === 'halve' || remedy === 'drop')) {
      if (!mend?.(error, remedy)) throw remedy === 'halve' ? refused(error) : failureOf('status', error)
      continue
    }
    if (error && tries >= mostTries) throw failureOf(remedy === 'wait' ? 'limit' : 'status', error)
    await wait(remedy === 'wait' ? (error?.retryAfter ?? pause) : pause, signal)
    pause *= 2
  }
}

const refused = ({ status, code }: ModelError) =>
  new NeedsPerson(`the model refuses what the customer says: ${status} ${code}`)

/** Undefined: there was no connection, and it is tried again. */
async function madeOrLost(make: () => Promise<OutsideAnswer>, tries: number): Promise<OutsideAnswer | undefined> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof OutsideFailed && error.kind === 'unreachable' && tries < mostTries) return undefined
    throw error
  }
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > pauses.longest) throw new AnswerFailed('limit', 'the model is not there for a while')
  await sleep(ms, undefined, { signal })
}
