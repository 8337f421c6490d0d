import type { Inbound, OutboundMessage, SendResult } from '@guiche/channel'
import { markOf } from '@guiche/meta'
import type { MetaHandlers } from './handlers.ts'

/** In ms. After this time the next part waits for the next try, so that no try takes too long. */
const mayBeginUntil = 4_000

/** How a part is sent: with a mark that comes back, and as a reply to a message that the network calls so. */
export interface PartSending {
  metadata: string
  replyTo: string | undefined
}

type Sent = Pick<Extract<Inbound, { kind: 'taken' }>, 'networkId' | 'from' | 'aliases'>

interface Sender<C> {
  handlers: Pick<MetaHandlers, 'sentParts' | 'taken'>
  sendOne(content: C, sending: PartSending): Promise<Sent>
  resultOf(error: unknown): Promise<SendResult>
}

export const sent: SendResult = { status: 'sent' }

/** Sends the parts that the network does not have yet. What it has taken is stored before the next one is sent. */
export async function sendInParts<C>(
  { companyId, connectionId, externalId, quoted }: OutboundMessage,
  contents: readonly C[],
  { handlers, sendOne, resultOf }: Sender<C>,
): Promise<SendResult> {
  const key = { companyId, connectionId }
  const known = await handlers.sentParts(key, { externalId, quotedId: quoted?.externalId })
  const parts = contents.length
  const startedAt = Date.now()
  let count = known.taken.size
  for (const [part, content] of contents.entries()) {
    if (known.taken.has(part)) continue
    if (Date.now() - startedAt > mayBeginUntil) return { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
    const replyTo = part === 0 && quoted ? (known.quotedAs ?? quoted.externalId) : undefined
    let told: Sent
    try {
      told = await sendOne(content, { metadata: markOf({ externalId, part, parts }), replyTo })
    } catch (error) {
      const result = await resultOf(error)
      if (result.status === 'uncertain') return { ...result, part }
      return result.status === 'rejected' && count > 0 ? { status: 'rejected', reason: 'ERR_SENT_IN_PART' } : result
    }
    await handlers.taken(key, { kind: 'taken', externalId, ...told, part, parts })
    count += 1
  }
  return sent
}
