import type { Readable } from 'node:stream'
import type {
  Channel,
  ChannelFacts,
  Outbound,
  OutboundMessage,
  OutboundReaction,
  Pace,
  SendResult,
} from '@guiche/channel'
import {
  ExchangeFailed,
  type GraphClient,
  GraphError,
  type Network,
  UnexpectedAnswer,
  act,
  identityOf,
  markOf,
  personIn,
  sendPart,
} from '@guiche/meta'
import type { Storage } from '#platform/files/storage'
import { contentsOf } from './contents.ts'
import type { MetaHandlers, PageAccess } from './handlers.ts'

/** Far below what Meta allows for texts, which it says by an error when it is too much. */
const pace: Pace = { atOnce: 40, perSecond: 40, automatic: { atOnce: 20, perSecond: 20 } }

/** In ms. After this time the next part waits for the next try, so that no try takes too long. */
const mayBeginUntil = 4_000

interface Wiring {
  network: Network
  facts: ChannelFacts
  graph: GraphClient
  storage: Pick<Storage, 'open' | 'size'>
  handlers: () => MetaHandlers
  fetchFile: (address: string) => Promise<Readable>
}

/** Pages on Messenger, or accounts on Instagram. Every process can send for them. */
export function createMetaChannel({ network, facts, graph, storage, handlers, fetchFile }: Wiring): Channel {
  return {
    facts,
    pace,
    send,
    fetch: async ({ url }) => fetchFile(typeof url === 'string' ? url : ''),
  }

  async function send(outbound: Outbound): Promise<SendResult> {
    const access = await handlers().access(outbound)
    if (!access) return { status: 'held' }
    const wrong = (error: unknown) => resultOf(outbound, access, error)
    switch (outbound.kind) {
      case 'text':
      case 'media':
      case 'contacts':
      case 'location':
        return sendMessage(outbound, access)
      case 'read':
        return act(graph, toOf(outbound, access), { action: 'mark_seen' }).then(() => sent, wrong)
      case 'reaction':
        // Instagram takes no other one from businesses.
        if (!['', '❤', '❤️'].includes(outbound.emoji)) return { status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }
        return react(outbound, access).then(() => sent, wrong)
      case 'edit':
      case 'delete':
        return { status: 'rejected', reason: outbound.kind === 'edit' ? 'ERR_EDITING_WAPP_MSG' : 'ERR_DELETE_WAPP_MSG' }
    }
  }

  /** Sends the parts that the network does not have yet. What it has taken is stored before the next one is sent. */
  async function sendMessage(outbound: OutboundMessage, access: PageAccess): Promise<SendResult> {
    const { companyId, connectionId, externalId, quoted, address, isLate } = outbound
    const contents = await contentsOf(network, outbound, { ...storage, linkOf: handlers().linkOf })
    if (!contents) return { status: 'rejected', reason: 'ERR_FILE_REFUSED' }
    const known = await handlers().sentParts(outbound, { externalId, quotedId: quoted?.externalId })
    const parts = contents.length
    const startedAt = Date.now()
    let count = known.taken.size
    for (const [part, content] of contents.entries()) {
      if (known.taken.has(part)) continue
      if (Date.now() - startedAt > mayBeginUntil) return { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
      const replyTo = part === 0 && quoted ? (known.quotedAs ?? quoted.externalId) : undefined
      const sending = { ...toOf(outbound, access), metadata: markOf({ externalId, part, parts }), replyTo, isLate }
      let networkId: string
      try {
        networkId = await sendPart(graph, sending, content)
      } catch (error) {
        const result = await resultOf(outbound, access, error)
        if (result.status === 'uncertain') return { ...result, part }
        return result.status === 'rejected' && count > 0 ? { status: 'rejected', reason: 'ERR_SENT_IN_PART' } : result
      }
      const from = identityOf(network, routingIdIn(address), personIn(address))
      await handlers().taken({ companyId, connectionId }, { kind: 'taken', from, externalId, networkId, part, parts })
      count += 1
    }
    return sent
  }

  async function react({ emoji, externalId, ...outbound }: OutboundReaction, access: PageAccess): Promise<void> {
    const { quotedAs: messageId = externalId } = await handlers().sentParts(outbound, {
      externalId,
      quotedId: externalId,
    })
    const to = toOf(outbound, access)
    await act(
      graph,
      to,
      emoji === '' ? { action: 'unreact', messageId } : { action: 'react', messageId, reaction: 'love' },
    )
  }

  async function resultOf(
    { companyId, connectionId }: Outbound,
    { token }: PageAccess,
    error: unknown,
  ): Promise<SendResult> {
    if (error instanceof ExchangeFailed) return error.mayHaveArrived ? { status: 'uncertain' } : { status: 'held' }
    if (error instanceof UnexpectedAnswer && error.mayBeDone) return { status: 'uncertain' }
    if (!(error instanceof GraphError)) throw error
    const { remedy, retryAfterSeconds: seconds } = error
    switch (remedy.do) {
      case 'again':
        return { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
      case 'hold': {
        const until = seconds === undefined ? {} : { until: new Date(Date.now() + seconds * 1000).toISOString() }
        return { status: 'held', limit: { scope: 'everything', ...until } }
      }
      case 'stop':
        await handlers().ended({ companyId, connectionId }, { token, because: remedy.because })
        return { status: 'held' }
      case 'fail':
        return { status: 'rejected', reason: remedy.reason }
      case 'without':
        return { status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }
    }
  }
}

const sent: SendResult = { status: 'sent' }

const toOf = ({ address }: Pick<Outbound, 'address'>, { pageId, token }: PageAccess) => ({
  pageId,
  token,
  personId: personIn(address),
})

const routingIdIn = (address: string) => address.slice(0, address.indexOf(':'))
