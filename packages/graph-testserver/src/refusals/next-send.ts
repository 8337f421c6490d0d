import type { Reply } from '../http/ask.ts'
import { refuse } from './refuse.ts'

/** What becomes of one send: it is refused, or carried out and nobody hears of it. */
export type NextSend = { code: number; subcode?: number } | 'lost'

/** Sends as planned. Reading marks and typing are no sends, so that they use nothing up. */
export async function sendAsPlanned(planned: NextSend[], send: () => Reply | Promise<Reply>): Promise<Reply> {
  const next = planned.shift()
  if (typeof next === 'object') {
    const { code, subcode } = next
    throw refuse(code, { details: 'Refused for a test.', ...(subcode !== undefined && { subcode }) })
  }
  const reply = await send()
  return next === 'lost' ? { ...reply, isLost: true } : reply
}
