import type { Readable } from 'node:stream'
import type {
  Channel,
  ChannelFacts,
  Customer,
  Doing,
  History,
  Outbound,
  OutboundMessage,
  OutboundReaction,
  Pace,
  Question,
  SendResult,
  StoredHistory,
} from '@guiche/channel'
import {
  type GraphClient,
  GraphError,
  type Upload,
  block,
  fileAddress,
  historyIn,
  identitiesOf,
  identityAt,
  markRead,
  readNumber,
  readPortfolio,
  sendToWhatsApp,
  silentMark,
  uploadFile,
} from '@guiche/meta'
import { z } from 'zod'
import { type CloudPart, cloudPartsOf } from './cloud-parts.ts'
import { filledPart } from './cloud-template.ts'
import type { MetaHandlers, NumberOpening } from './handlers.ts'
import type { FormStorage } from './other-form.ts'
import { NotBegun, resultOf } from './result-of.ts'
import { sendInParts, sent } from './send-parts.ts'
import { createTurns } from './turns.ts'
import { createTypingRhythm } from './typing.ts'

/** Below what Meta allows for most numbers, which it says by an error when it is too much. */
const pace: Pace = { atOnce: 40, perSecond: 75, automatic: { atOnce: 20, perSecond: 60 } }

/** Whose history it is: what the ids of its people belong to, and words in the language of the company. */
const OwnOfNumber = z.object({ userScope: z.string(), tooLarge: z.string(), order: z.string().default('') })

/** Of a number that is on a phone too Meta takes twenty messages a second, those that come in among them. */
const perSecondOnPhone = 15

interface Wiring {
  facts: ChannelFacts
  graphOf: (app: NumberOpening['app']) => GraphClient | undefined
  storage: FormStorage
  handlers: () => MetaHandlers
  fetchFile: (file: FileToFetch) => Promise<Readable>
}

export interface FileToFetch {
  address: string
  token: string
  /** In base64 or hexadecimal, if the network has said it. */
  sha256: string | undefined
}

interface Opened extends NumberOpening {
  graph: GraphClient
}

/** WhatsApp numbers on Meta's Cloud API. Every process can send for them. */
export function createCloudChannel({ facts, graphOf, storage, handlers, fetchFile }: Wiring): Channel {
  const isDue = createTypingRhythm()
  const turnOf = createTurns(perSecondOnPhone)
  return { facts, pace, send, typing, ask, fetch, readHistory }

  async function send(outbound: Outbound): Promise<SendResult> {
    const number = await open(outbound)
    if (!number) return { status: 'held' }
    const wrong = (error: unknown) => failed(outbound, number, error)
    switch (outbound.kind) {
      case 'text':
      case 'media':
      case 'contacts':
      case 'location':
      case 'template':
        return sendMessage(outbound, number)
      case 'read':
        return markRead(number.graph, number, { messageId: outbound.externalId }).then(() => sent, wrong)
      case 'reaction':
        return react(outbound, number).then(() => sent, wrong)
      case 'edit':
      case 'delete':
        return { status: 'rejected', reason: outbound.kind === 'edit' ? 'ERR_EDITING_WAPP_MSG' : 'ERR_DELETE_WAPP_MSG' }
    }
  }

  async function open(key: { companyId: number; connectionId: number }): Promise<Opened | undefined> {
    const number = await handlers().number(key)
    const graph = number && graphOf(number.app)
    return graph && { ...number, graph }
  }

  async function sendMessage(outbound: OutboundMessage, number: Opened): Promise<SendResult> {
    const parts = await cloudPartsOf(outbound, storage)
    if (!parts) return { status: 'rejected', reason: 'ERR_FILE_REFUSED' }
    const { address } = outbound
    return sendInParts(outbound, parts, {
      handlers: handlers(),
      sendOne: async (part, { metadata: mark, replyTo }) => {
        const content = await contentOf(part, number)
        if (number.isOnPhone) await turnOf(number.numberId)
        const accepted = await sendToWhatsApp(number.graph, { ...number, address, mark, replyTo }, content)
        const [from, ...aliases] = identitiesOf(number.userScope, accepted)
        return {
          networkId: accepted.networkId,
          from: from ?? identityAt(address),
          ...(aliases.length > 0 && { aliases }),
        }
      },
      resultOf: (error) => failed(outbound, number, error),
    })
  }

  /** Uploads the file of a part. That may be repeated. */
  async function contentOf(part: CloudPart, { graph, ...number }: Opened) {
    const handOver = (upload: Upload) =>
      uploadFile(graph, number, upload).catch((error: unknown) => {
        throw new NotBegun(error)
      })
    if ('toFill' in part) return filledPart(part, handOver)
    if (!('upload' in part)) return part
    const { kind, isVoice, caption, upload } = part
    const id = await handOver(upload)
    return { file: { kind, id, name: upload.name, isVoice }, caption }
  }

  async function react({ emoji, externalId, ...outbound }: OutboundReaction, number: Opened): Promise<void> {
    const { quotedAs: reactTo = externalId } = await handlers().sentParts(outbound, {
      externalId,
      quotedId: externalId,
    })
    const sending = { ...number, address: outbound.address, mark: silentMark }
    await sendToWhatsApp(number.graph, sending, { reactTo, emoji })
  }

  function failed(outbound: Outbound, { token }: Opened, error: unknown): Promise<SendResult> {
    return resultOf(error, { outbound, token, handlers: handlers() })
  }

  /** The network shows it below a message of the customer, and to who records too. */
  function typing({ doing, ...to }: Customer & { doing: Doing }): void {
    if (doing === 'paused' || !isDue(to)) return
    // Nothing depends on it.
    show(to).catch(() => undefined)
  }

  async function show(to: Customer): Promise<void> {
    const number = await open(to)
    const messageId = number && (await handlers().lastHeard(to, to.address))
    if (number && messageId !== undefined) await markRead(number.graph, number, { messageId, isTyping: true })
  }

  async function ask(question: Question): Promise<string | null> {
    if (question.about === 'limits') return askLimits(question)
    if (question.about !== 'block') return null
    const number = await open(question)
    if (!number) throw new Error('the number cannot be used now')
    const { address, isBlocked } = question
    await block(number.graph, { ...number, address, isBlocked }).catch((error: unknown) => {
      // Meta blocks only who has written within a day. Their messages are not kept here anyway.
      if (!(error instanceof GraphError) || error.remedy.do !== 'without') throw error
    })
    return null
  }

  async function readHistory(_key: object, { bytes, own }: StoredHistory): Promise<History> {
    const { userScope: scope, ...words } = OwnOfNumber.parse(own)
    return historyIn(JSON.parse(Buffer.from(bytes).toString('utf8')), { scope, words })
  }

  async function askLimits(key: { companyId: number; connectionId: number }): Promise<null> {
    const number = await open(key)
    if (!number) throw new Error('the number cannot be used now')
    const { graph, accountId, numberId: phoneNumberId, token } = number
    const { tier, quality } = await readNumber(graph, { phoneNumberId, token })
    const portfolio = await readPortfolio(graph, { accountId, token })
    await handlers().standing(key, { account: accountId, portfolio, tier, quality: quality || undefined })
    return null
  }

  /** Addresses of files end soon, so each try asks for a new one. */
  async function fetch({ companyId, connectionId, mediaId, sha256 }: Record<string, unknown>): Promise<Readable> {
    const number = await open({ companyId: Number(companyId), connectionId: Number(connectionId) })
    if (!number) throw new Error('the number cannot be used now')
    const address = await fileAddress(number.graph, number, String(mediaId))
    return fetchFile({ address, token: number.token, sha256: typeof sha256 === 'string' ? sha256 : undefined })
  }
}
