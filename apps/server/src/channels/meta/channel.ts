import type { Readable } from 'node:stream'
import type {
  Channel,
  ChannelFacts,
  Customer,
  Doing,
  Outbound,
  OutboundMessage,
  OutboundReaction,
  Pace,
  Question,
  SendResult,
} from '@guiche/channel'
import { type GraphClient, type Network, act, identityOf, personIn, readProfile, sendPart } from '@guiche/meta'
import type { Storage } from '#platform/files/storage'
import { contentsOf } from './contents.ts'
import type { MetaHandlers, PageAccess } from './handlers.ts'
import { resultOf } from './result-of.ts'
import { sendInParts, sent } from './send-parts.ts'
import { createTypingRhythm } from './typing.ts'

/** Far below what Meta allows for texts, which it says by an error when it is too much. */
const pace: Pace = { atOnce: 40, perSecond: 40, automatic: { atOnce: 20, perSecond: 20 } }

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
  const isDue = createTypingRhythm()
  return {
    facts,
    pace,
    send,
    typing,
    ask,
    fetch: async ({ url, picture = url }) => fetchFile(typeof picture === 'string' ? picture : ''),
  }

  /** The network hides it after some time, or with the next message. */
  function typing({ doing, ...to }: Customer & { doing: Doing }): void {
    if (doing === 'paused' || !isDue(to)) return
    // Nothing depends on it.
    show(to).catch(() => undefined)
  }

  async function show(to: Customer): Promise<void> {
    const access = await handlers().access(to)
    if (access) await act(graph, toOf(to, access), { action: 'typing_on' })
  }

  /** The picture of somebody who has written. Nothing else is asked of these networks. */
  async function ask(question: Question): Promise<string | null> {
    if (question.about !== 'picture') return null
    const access = await handlers().access(question)
    if (!access) throw new Error('the page cannot be used now')
    const personId = personIn(question.address)
    const { pictureUrl } = await readProfile(graph, network, { personId, token: access.token })
    return pictureUrl ?? null
  }

  async function send(outbound: Outbound): Promise<SendResult> {
    const access = await handlers().access(outbound)
    if (!access) return { status: 'held' }
    const wrong = (error: unknown) => failed(outbound, access, error)
    switch (outbound.kind) {
      case 'text':
      case 'media':
      case 'contacts':
      case 'location':
      case 'template':
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

  async function sendMessage(outbound: OutboundMessage, access: PageAccess): Promise<SendResult> {
    const { address, isLate } = outbound
    const contents = await contentsOf(network, outbound, { ...storage, linkOf: handlers().linkOf })
    if (!contents) return { status: 'rejected', reason: 'ERR_FILE_REFUSED' }
    const from = identityOf(network, routingIdIn(address), personIn(address))
    return sendInParts(outbound, contents, {
      handlers: handlers(),
      sendOne: async (content, sending) => ({
        from,
        networkId: await sendPart(graph, { ...toOf(outbound, access), ...sending, isLate }, content),
      }),
      resultOf: (error) => failed(outbound, access, error),
    })
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

  function failed(outbound: Outbound, { token }: PageAccess, error: unknown): Promise<SendResult> {
    return resultOf(error, { outbound, token, handlers: handlers() })
  }
}

const toOf = ({ address }: Pick<Outbound, 'address'>, { pageId, token }: PageAccess) => ({
  pageId,
  token,
  personId: personIn(address),
})

const routingIdIn = (address: string) => address.slice(0, address.indexOf(':'))
