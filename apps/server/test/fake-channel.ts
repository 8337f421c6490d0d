import { locationBody } from '@guiche/contract'
import type {
  Channel,
  Customer,
  Doing,
  Outbound,
  OutboundFile,
  OutboundMedia,
  Pace,
  Quoted,
  SendResult,
} from '@guiche/channel'
import { factsOf } from '#channels/facts'

/** What was handed to the network, in the same shape for all kinds: with the outbox's action and the text, if any. */
export interface HandedOver {
  action: 'send' | 'edit' | 'delete' | 'react' | 'read'
  kind: Outbound['kind']
  shownAs?: OutboundFile['shownAs']
  companyId: number
  connectionId: number
  address: string
  messageId: number
  externalId: string
  body: string
  media?: OutboundMedia
  quoted?: Quoted
  isForwarded?: boolean
  fromMe?: boolean
  author?: string
  emoji?: string
  readIds?: string[]
  readAuthors?: Record<string, string>
}

const handedOver = (outbound: Outbound): HandedOver => ({
  ...outbound,
  action: actions[outbound.kind],
  body: wordsOf(outbound),
})

const actions: Record<Outbound['kind'], HandedOver['action']> = {
  text: 'send',
  template: 'send',
  media: 'send',
  contacts: 'send',
  location: 'send',
  edit: 'edit',
  delete: 'delete',
  reaction: 'react',
  read: 'read',
}

function wordsOf(outbound: Outbound): string {
  switch (outbound.kind) {
    case 'text':
    case 'template':
    case 'edit':
      return outbound.body
    case 'media':
      return outbound.caption
    case 'contacts':
      return outbound.vCards.join('\n')
    case 'location':
      return locationBody(outbound.location)
    case 'delete':
    case 'reaction':
    case 'read':
      return ''
  }
}

export interface FakeChannel {
  channel: Channel
  /** Everything that was handed to the network, in order, including failed tries. */
  tries: HandedOver[]
  /** What the customers received. */
  arrived: HandedOver[]
  /** What customers were shown of somebody who writes, in order. */
  typed: (Customer & { doing: Doing; author: string })[]
  /** Sets how the network answers; a rejection is a broken connection. */
  answer(script: (outbound: HandedOver) => SendResult | Promise<SendResult>): void
  /** From now on the network says whether it has a number: in its own form, or null. */
  answerNumbers(script: (number: string) => string | null): void
  /** From now on the network has all numbers, and is asked what it limits; the test stores that. */
  answerLimits(script: (connectionId: number) => Promise<void>): void
  /** Takes effect for connections without messages in flight. */
  setPace(pace: Pace): void
}

/** A channel whose network is scripted by the test; everything before it is real. */
export function createFakeChannel(): FakeChannel {
  const tries: HandedOver[] = []
  const arrived: HandedOver[] = []
  const typed: FakeChannel['typed'] = []
  let script: (outbound: HandedOver) => SendResult | Promise<SendResult> = () => ({ status: 'sent' })
  let pace: Pace = { atOnce: 100, perSecond: 1000, automatic: { atOnce: 50, perSecond: 500 } }
  const channel: Channel = {
    facts: factsOf('whatsapp'),
    get pace() {
      return pace
    },
    send: async (handed) => {
      const outbound = handedOver(handed)
      tries.push(outbound)
      const result = await script(outbound)
      if (result.status === 'sent') arrived.push(outbound)
      return result
    },
    typing: (to) => void typed.push(to),
  }
  return {
    tries,
    arrived,
    typed,
    answer: (next) => {
      script = next
    },
    answerNumbers: (next) => {
      channel.ask = async (question) => (question.about === 'number' ? next(question.address) : null)
    },
    answerLimits: (next) => {
      channel.ask = async (question) => {
        if (question.about === 'limits') await next(question.connectionId)
        return question.about === 'number' ? question.address : null
      }
    },
    setPace: (next) => {
      pace = next
    },
    channel,
  }
}
