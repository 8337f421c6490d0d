import { pauseAfter } from '../network/pause.ts'
import type { Reply } from '../network/request.ts'

/** The result of one attempt. */
export type Outcome =
  | { status: 'sent'; createdAt: string }
  | { status: 'again'; after?: number | undefined }
  | { status: 'refused'; reason: string }

/** Retry without limit when offline or when the server is busy or restarting; a few times after server errors and unknown visitors. */
export function outcomeOf({ status, answer, error, after }: Reply<{ createdAt?: string }>, tries: number): Outcome {
  if (answer?.createdAt) return { status: 'sent', createdAt: answer.createdAt }
  const passes = [0, 408, 429, 502, 503, 504].includes(status)
  if (passes || (tries < 4 && (status === 500 || status === 401))) return { status: 'again', after }
  return { status: 'refused', reason: error ?? '' }
}

interface Dependencies<T> {
  /** `tries` counts the failures so far; each try carries the same message with the same id. */
  post: (item: T, tries: number) => Promise<Outcome>
  sent: (item: T, createdAt: string) => void
  refused: (item: T, reason: string) => void
}

export interface Outbox<T> {
  add: (item: T) => void
  /** The connection is back: retry now instead of waiting. */
  wake: () => void
}

/** Sends messages in order, one at a time. Temporary failures are retried with growing pauses; refused ones are set aside. */
export function createOutbox<T>({ post, sent, refused }: Dependencies<T>): Outbox<T> {
  const waiting: T[] = []
  let isAtWork = false
  let wake = () => {}
  return {
    add(item) {
      waiting.push(item)
      if (!isAtWork) void work()
    },
    wake: () => wake(),
  }

  async function work(): Promise<void> {
    isAtWork = true
    for (let item = waiting[0]; item; item = waiting[0]) {
      const outcome = await deliver(item)
      waiting.shift()
      if (outcome.status === 'sent') sent(item, outcome.createdAt)
      else refused(item, outcome.reason)
    }
    isAtWork = false
  }

  async function deliver(item: T): Promise<Exclude<Outcome, { status: 'again' }>> {
    for (let tries = 0; ; tries++) {
      const outcome = await post(item, tries)
      if (outcome.status !== 'again') return outcome
      await pause(outcome.after ?? pauseAfter(tries))
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
