import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Question } from '@guiche/channel'
import type { Others } from '#platform/live/live'

declare module '#platform/live/live' {
  interface ProcessEvents {
    /** To the process that runs the session. */
    'whatsapp.asked': { id: string; question: Question }
    'whatsapp.answered': { id: string; answer: string | null; isRefused: boolean }
  }
}

export type Ask = (question: Question) => Promise<string | null>

/** In ms. A person waits for the answer. */
const timeout = 10_000

/** Asks the session, in whichever process it runs. `here` returns undefined if this process does not run it. */
export function createAsking(others: Others, here: (question: Question) => Promise<string | null> | undefined): Ask {
  const waiting = new Map<string, { resolve: (answer: string | null) => void; reject: (error: Error) => void }>()

  others.hear('whatsapp.asked', ({ id, question }) => {
    const tell = (answer: string | null, isRefused: boolean) =>
      others.tell('whatsapp.answered', { id, answer, isRefused })
    here(question)?.then(
      (answer) => tell(answer, false),
      () => tell(null, true),
    )
  })
  others.hear('whatsapp.answered', ({ id, answer, isRefused }) => {
    if (isRefused) waiting.get(id)?.reject(new Error('WhatsApp has refused to answer'))
    else waiting.get(id)?.resolve(answer)
  })

  return (question) => inTime(here(question) ?? elsewhere(question))

  async function elsewhere(question: Question): Promise<string | null> {
    if (!others.areThere) throw new Error('the session is not run here')
    const id = randomUUID()
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    waiting.set(id, { resolve, reject })
    others.tell('whatsapp.asked', { id, question })
    // If no process runs the session, nobody answers.
    setTimeout(() => waiting.delete(id), timeout).unref()
    return promise.finally(() => waiting.delete(id))
  }
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const over = new AbortController()
  try {
    return await Promise.race([
      answer,
      pause(timeout, undefined, { signal: over.signal }).then(() => {
        throw new Error('WhatsApp has not answered in time')
      }),
    ])
  } finally {
    over.abort()
  }
}
