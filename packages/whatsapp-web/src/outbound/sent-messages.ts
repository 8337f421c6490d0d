import type { SendResult } from '@guiche/channel'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { codeOf } from '../session/disconnects.ts'

/** In ms. */
const timeout = 15_000
/** In ms. A read receipt without an answer counts as sent. */
const receiptTimeout = 5000
const failed: SendResult = { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
/** The connection failed, not the message. */
export const disconnected: SendResult = { status: 'held', mayHaveLeft: true }

/** A message counts as sent when WhatsApp acknowledges it, not when it is written to the socket. */
export class SentMessages {
  readonly #waiting = new Map<string, (result: SendResult) => void>()
  #heard = 0

  /** Something was received, so the connection is alive. */
  hear(): void {
    this.#heard += 1
  }

  /** Call it before the message is written. */
  untilAcknowledged(id: string): Promise<SendResult> {
    const heardBefore = this.#heard
    return this.#until(id, timeout, () => (this.#heard === heardBefore ? disconnected : failed))
  }

  /** The same for a read receipt. */
  untilNoted(id: string): Promise<SendResult> {
    return this.#until(markOf(id), receiptTimeout, () => ({ status: 'sent' }))
  }

  settle({ attrs: { id = '', error } }: BinaryNode): void {
    this.#waiting.get(id)?.(error === undefined ? { status: 'sent' } : refusalOf(Number(error)))
  }

  /** Checks the type, because a delivery receipt has the same id. */
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

  /** The connection is lost. Whether the messages arrived is unknown, so they are sent again with the same ids. */
  giveUp(): void {
    for (const resolve of this.#waiting.values()) resolve(disconnected)
  }
}

const markOf = (id: string) => `read ${id}`

const rateLimited = 429
const noStrangers = 463
/** An outdated session with a device, or a server error. */
const passing = new Set([479, 500, 503])

export const tooMany: SendResult = { status: 'held', limit: { scope: 'everything' } }

/** What a send needs is queried first, such as the devices of a customer. Those errors have the code in `data`. */
export const isRateLimited = (error: unknown): boolean =>
  codeOf(error) === rateLimited || (error instanceof Error && 'data' in error && error.data === rateLimited)

/** Maps a refusal: the account is limited, a retry may succeed, or the message is rejected. */
export function refusalOf(error: number): SendResult {
  if (error === rateLimited) return tooMany
  if (error === noStrangers) return { status: 'held', limit: { scope: 'new_chats' } }
  return { status: passing.has(error) ? 'retry' : 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }
}
