import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * What a webhook asks us to do. `refused`: answer 401. `ignored`: answer 200, nothing follows. `read`: read these
 * charges again. Nothing that a webhook says is believed: whoever knows its secret could say it.
 */
export type WebhookReading =
  | { kind: 'refused' }
  | { kind: 'ignored' }
  | {
      kind: 'read'
      /** The same event has the same id each time it is sent. */
      eventIds: string[]
      txids: string[]
      /** At Asaas also ids of charges that it made itself, which have no txid of ours. */
      providerIds: string[]
    }

/** Compares in constant time, whatever the lengths. An empty secret equals nothing. */
export function isSecret(given: string | undefined, secret: string): boolean {
  if (given === undefined || secret === '') return false
  return timingSafeEqual(digest(given), digest(secret))
}

/** Parses bytes as JSON; undefined if they are none. */
export function jsonIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
