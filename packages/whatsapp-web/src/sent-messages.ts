import type { SendResult } from '@guiche/channel'
import type { BinaryNode } from '@whiskeysockets/baileys'

const patience = 15_000
const failed: SendResult = { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }

/** Sent is what the network has said it has; a write to the socket says nothing. */
export class SentMessages {
  readonly #waiting = new Map<string, (result: SendResult) => void>()

  /** Call it before the message is written. */
  untilAcknowledged(id: string): Promise<SendResult> {
    const { promise, resolve } = Promise.withResolvers<SendResult>()
    const timer = setTimeout(() => resolve(failed), patience)
    this.#waiting.set(id, resolve)
    return promise.finally(() => {
      clearTimeout(timer)
      if (this.#waiting.get(id) === resolve) this.#waiting.delete(id)
    })
  }

  settle({ attrs: { id = '', error } }: BinaryNode): void {
    this.#waiting.get(id)?.(error === undefined ? { status: 'sent' } : refusalOf(error))
  }

  /** The line is gone: whether they arrived is unknown, and they are sent again under the same ids. */
  giveUp(): void {
    for (const resolve of this.#waiting.values()) resolve(failed)
  }
}

/** Of the network's refusals, those of an account or a moment may pass; the others are about the message. */
function refusalOf(error: string): SendResult {
  const mayPass = ['429', '463', '479', '500', '503'].includes(error)
  return { status: mayPass ? 'retry' : 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }
}
