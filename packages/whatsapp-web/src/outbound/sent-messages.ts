import type { SendResult } from '@guiche/channel'
import type { BinaryNode } from '@whiskeysockets/baileys'

/** In ms. */
const patience = 15_000
/** Nobody waits for a mark that something was read: one that gets no answer counts as said. */
const patienceForMarks = 5000
const failed: SendResult = { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
/** It was the line's doing, and not the message's. */
const noLine: SendResult = { status: 'held' }

/** Sent is what the network has said it has; a write to the socket says nothing. */
export class SentMessages {
  readonly #waiting = new Map<string, (result: SendResult) => void>()
  #heard = 0

  /** Something has come over the line: it is not dead. */
  hear(): void {
    this.#heard += 1
  }

  /** Call it before the message is written. */
  untilAcknowledged(id: string): Promise<SendResult> {
    const heardBefore = this.#heard
    return this.#until(id, patience, () => (this.#heard === heardBefore ? noLine : failed))
  }

  /** The same for the mark that a message, and others with it, was read. */
  untilNoted(id: string): Promise<SendResult> {
    return this.#until(markOf(id), patienceForMarks, () => ({ status: 'sent' }))
  }

  settle({ attrs: { id = '', error } }: BinaryNode): void {
    this.#waiting.get(id)?.(error === undefined ? { status: 'sent' } : refusalOf(Number(error)))
  }

  /** A receipt of ours; that a message has come has one of the same id. */
  note({ attrs: { id = '', type } }: BinaryNode): void {
    if (type === 'read' || type === 'read-self') this.#waiting.get(markOf(id))?.({ status: 'sent' })
  }

  #until(name: string, time: number, late: () => SendResult): Promise<SendResult> {
    const { promise, resolve } = Promise.withResolvers<SendResult>()
    const timer = setTimeout(() => resolve(late()), time)
    this.#waiting.set(name, resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      if (this.#waiting.get(name) === resolve) this.#waiting.delete(name)
    })
  }

  /** The line is gone: whether they arrived is unknown, and they are sent again under the same ids. */
  giveUp(): void {
    for (const resolve of this.#waiting.values()) resolve(noLine)
  }
}

const markOf = (id: string) => `read ${id}`

export const tooMuch = 429
const noStrangers = 463
/** An outdated session with a device, or trouble of the server's own. */
const passing = new Set([479, 500, 503])

/** The network's refusals: of an account for a time, of a moment, or of the message. */
export function refusalOf(error: number): SendResult {
  if (error === tooMuch) return { status: 'held', limit: { scope: 'everything' } }
  if (error === noStrangers) return { status: 'held', limit: { scope: 'new_chats' } }
  return { status: passing.has(error) ? 'retry' : 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }
}
