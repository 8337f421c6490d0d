import type { SendResult } from '@guiche/channel'
import type { BinaryNode } from '@whiskeysockets/baileys'

const patience = 15_000
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
    const { promise, resolve } = Promise.withResolvers<SendResult>()
    const heardBefore = this.#heard
    const timer = setTimeout(() => resolve(this.#heard === heardBefore ? noLine : failed), patience)
    this.#waiting.set(id, resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      if (this.#waiting.get(id) === resolve) this.#waiting.delete(id)
    })
  }

  settle({ attrs: { id = '', error } }: BinaryNode): void {
    this.#waiting.get(id)?.(error === undefined ? { status: 'sent' } : refusalOf(Number(error)))
  }

  /** The line is gone: whether they arrived is unknown, and they are sent again under the same ids. */
  giveUp(): void {
    for (const resolve of this.#waiting.values()) resolve(noLine)
  }
}

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
