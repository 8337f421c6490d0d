import type { Identity, Inbound, InboundMedia } from '@guiche/channel'
import { locationBody } from '@guiche/contract'
import { type Remedy, remedyFor } from '../graph/error-table.ts'
import { referralOf } from '../webhooks/referral.ts'
import { readMark, silentMark } from '../webhooks/metadata.ts'
import { dateOf } from '../webhooks/time.ts'
import { cardBody } from './cards.ts'
import { identitiesOf } from './identities.ts'
import { otherIdIn } from './other-id.ts'
import { senderIn, split, timeOf } from './sender.ts'
import {
  type CloudContents,
  type CloudFile,
  type CloudMessage,
  type CloudStatus,
  Message,
  MessagesValue,
  type CloudError,
  type People,
  Status,
} from './items.ts'

/** Words for what has no text of its own, in the language of the company. */
export interface CloudWords {
  tooLarge: string
  order: string
}

interface At {
  /** What the ids of users belong to. */
  scope: string
  words: CloudWords
}

/** Something that Meta has refused after it had taken it, or an error of the number itself. */
export interface ToldRefusal {
  code: number
  /** In Meta's words for people; may be empty. */
  details: string
  remedy: Remedy
  /** Undefined: Meta does not say. */
  at: Date | undefined
  /** Who was to get it, the number first. */
  person: Identity[]
  /** What Meta calls the message. Undefined: it is about none. */
  networkId: string | undefined
}

interface Told {
  events: Inbound[]
  refusals: ToldRefusal[]
  /** What has no effect here. */
  ignored: number
}

/** What a change of the fields `messages` and `smb_message_echoes` means to us. */
export function eventsOf(value: unknown, at: At): Told {
  const { success, data } = MessagesValue.safeParse(value)
  if (!success) return { events: [], refusals: [], ignored: 1 }
  const { contacts, messages, message_echoes: echoes, statuses, errors } = data
  const told = [
    ...messages.map((one) => read(Message.safeParse(one).data, (message) => ofMessage(message, contacts, at))),
    ...echoes.map((one) => read(Message.safeParse(one).data, (message) => ofEcho(message, at))),
    ...statuses.map((one) => read(Status.safeParse(one).data, (status) => ofStatus(status, at))),
  ]
  return {
    events: told.flat(),
    refusals: [
      ...statuses.flatMap((one) => read(Status.safeParse(one).data, (status) => refusalIn(status, at))),
      ...errors.map((error) => ({ ...refusalOf(error), at: undefined, person: [], networkId: undefined })),
    ],
    ignored: told.filter(({ length }) => length === 0).length,
  }
}

const read = <T, M>(item: T | undefined, meaning: (item: T) => M[]): M[] => (item === undefined ? [] : meaning(item))

/** What the customer has written or done. */
function ofMessage(message: CloudMessage, people: People, { scope, words }: At): Inbound[] {
  const { group_id } = message
  if (message.type === 'system') return ofSystem(message, scope)
  const { identities, name } = senderIn(people, message, scope)
  const { from, aliases } = split(identities)
  // Groups of this kind of number have no place here.
  if (!from || group_id !== undefined) return []
  return ofContent(message, { from, ...aliases, name }, words)
}

/** What the company has written on the phone that has the number too. */
function ofEcho(message: CloudMessage, { scope, words }: At): Inbound[] {
  const { from, aliases } = split(identitiesOf(scope, { number: message.to, userId: message.to_user_id }))
  return from ? ofContent(message, { from, ...aliases, name: '', isEcho: true }, words) : []
}

export interface Chat {
  from: Identity
  aliases?: Identity[]
  name: string
  isEcho?: true
}

/** What a message means, whoever has told of it. */
export function ofContent(message: CloudMessage, { name, ...chat }: Chat, words: CloudWords): Inbound[] {
  const { id: externalId, reaction, edit, revoke, context } = message
  const done = { ...chat, ...timeOf('doneAt', message) }
  if (reaction) return [{ kind: 'reaction', externalId: reaction.message_id, emoji: reaction.emoji ?? '', ...done }]
  if (edit) return [{ kind: 'edit', externalId: edit.original_message_id, body: bodyOf(edit.message), ...done }]
  if (revoke) return [{ kind: 'delete', externalId: revoke.original_message_id, ...done }]
  return [
    {
      kind: 'message',
      externalId,
      ...chat,
      ...other(externalId),
      name,
      ...timeOf('sentAt', message),
      ...(context?.id !== undefined && { quotedExternalId: context.id }),
      ...((context?.forwarded || context?.frequently_forwarded) && { isForwarded: true }),
      ...cameBy(message),
      ...contentOf(message, words),
    },
  ]
}

function cameBy({ referral, context }: CloudMessage) {
  if (referral) return { referral: ofAdvertisement(referral) }
  const product = context?.referred_product
  return product && { referral: referralOf('product', { sourceId: product.product_retailer_id }) }
}

const ofAdvertisement = ({
  source_type,
  source_id,
  source_url,
  headline,
  body,
  welcome_message: welcome,
}: NonNullable<CloudMessage['referral']>) =>
  referralOf(source_type === 'post' ? 'post' : 'ad', {
    headline,
    body,
    url: source_url,
    sourceId: source_id,
    greeting: welcome?.text,
  })

function other(networkId: string): { otherId?: string } {
  const otherId = otherIdIn(networkId)
  return otherId === undefined ? {} : { otherId }
}

/** The network says that somebody has another number or id now. */
function ofSystem({ system, ...message }: CloudMessage, scope: string): Inbound[] {
  const { id, from: number, from_user_id, from_parent_user_id } = message
  if (!system?.type?.startsWith('user_changed_')) return []
  const before = identitiesOf(scope, {
    number,
    userId: system.previous_user_id ?? from_user_id,
    parentId: from_parent_user_id,
  })
  const now = identitiesOf(scope, {
    number: system.wa_id,
    userId: system.user_id,
    parentId: system.parent_user_id,
  })
  const { from, aliases } = split(before)
  if (!from || now.length === 0) return []
  return [{ kind: 'moved', externalId: id, from, ...aliases, now, ...timeOf('doneAt', message) }]
}

interface Content {
  body: string
  mediaType: string
  media?: InboundMedia
  choiceId?: string
}

const mediaTypes = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  sticker: 'sticker',
  document: 'application',
} as const

type FileType = keyof typeof mediaTypes
const fileTypes: readonly FileType[] = ['image', 'video', 'audio', 'sticker', 'document']

/** Meta's code for a file of more than 100 MB. */
const tooLarge = 131052

function contentOf(message: CloudMessage, words: CloudWords): Content {
  const { location, contacts, interactive, button, order, errors } = message
  for (const type of fileTypes) {
    const file = message[type]
    if (file) return ofFile(type, file)
  }
  if (location) {
    const { latitude, longitude, name = '' } = location
    const address = [location.address, location.url].filter(Boolean).join('\n')
    return { body: locationBody({ latitude, longitude, name, address }), mediaType: 'locationMessage' }
  }
  if (contacts.length > 0)
    return {
      body: contacts.map(cardBody).join('\n'),
      mediaType: contacts.length === 1 ? 'contactMessage' : 'contactsArrayMessage',
    }
  const tapped = interactive?.list_reply ?? interactive?.button_reply
  if (tapped) return { ...said(tapped.title), choiceId: tapped.id }
  const pressed = button?.text || button?.payload
  if (pressed) return { ...said(pressed), ...(button?.payload !== undefined && { choiceId: button.payload }) }
  if (order) return said(bodyOfOrder(order, words))
  const body = bodyOf(message)
  if (body !== '') return said(body)
  return { body: errors.some(({ code }) => code === tooLarge) ? words.tooLarge : '', mediaType: 'unsupported' }
}

const said = (body: string): Content => ({ body, mediaType: 'conversation' })

function ofFile(type: FileType, { id, mime_type, sha256, caption = '', filename = '' }: CloudFile): Content {
  const source = { mediaId: id, ...(sha256 !== undefined && { sha256 }) }
  const mime = mime_type?.split(';')[0]?.trim() || 'application/octet-stream'
  return { body: caption, mediaType: mediaTypes[type], media: { source, mime, name: filename, bytes: null } }
}

/** What somebody reads of a message, without its file. */
function bodyOf({ text, interactive, ...files }: CloudContents): string {
  if (text) return text.body
  if (interactive?.nfm_reply)
    return [interactive.nfm_reply.body, answersIn(interactive.nfm_reply)].filter(Boolean).join('\n')
  return fileTypes.map((type) => files[type]?.caption).find((caption) => caption !== undefined) ?? ''
}

/** What somebody has filled into a form, a line each. */
function answersIn({ response_json: json = '' }: { response_json?: string | undefined }): string {
  try {
    const answers: unknown = JSON.parse(json)
    if (typeof answers !== 'object' || answers === null) return ''
    return Object.entries(answers)
      .filter(([name]) => name !== 'flow_token')
      .map(([name, answer]) => `${name}: ${typeof answer === 'string' ? answer : JSON.stringify(answer)}`)
      .join('\n')
  } catch {
    return ''
  }
}

function bodyOfOrder(
  { text, product_items: items }: NonNullable<CloudContents['order']>,
  { order }: CloudWords,
): string {
  const lines = items.map(({ product_retailer_id: product, quantity, item_price: price, currency = '' }) =>
    price === undefined ? `${quantity} × ${product}` : `${quantity} × ${product} (${price} ${currency})`.trim(),
  )
  return [order, text, ...lines].filter(Boolean).join('\n')
}

const acks: Record<string, 1 | 2 | 3 | 4> = { sent: 1, delivered: 2, read: 3, played: 4 }

/** How far one of our messages came. The mark says which one it is, if the answer to the send has not said it yet. */
function ofStatus(status: CloudStatus, { scope }: At): Inbound[] {
  const { id, pricing, recipient_type: kind } = status
  const { from, aliases } = split(recipientOf(status, scope))
  if (!from || kind === 'group' || status.biz_opaque_callback_data === silentMark) return []
  const mark = readMark(status.biz_opaque_callback_data)
  const taken: Inbound[] = mark ? [{ kind: 'taken', from, ...aliases, networkId: id, ...mark }] : []
  if (status.status === 'failed')
    return [...taken, { kind: 'failed', externalId: id, ...failureOf(refusalOfStatus(status)) }]
  const ack = Object.hasOwn(acks, status.status) ? acks[status.status] : undefined
  if (ack === undefined) return taken
  const price = pricing && { isBilled: pricing.billable, type: pricing.type, category: pricing.category }
  return [...taken, { kind: 'ack', externalId: id, ack, ...(price && { price }) }]
}

type Refusal = Pick<ToldRefusal, 'code' | 'details' | 'remedy'>

const longestDetails = 200

const refusalOf = ({ code, error_data: { details = '' } }: CloudError): Refusal => ({
  code,
  details: details.slice(0, longestDetails),
  remedy: remedyFor(code, undefined),
})

/** Without a reason it is one that passes. */
const refusalOfStatus = ({ errors: [error] }: CloudStatus): Refusal =>
  refusalOf(error ?? { code: 131000, error_data: {} })

function refusalIn(status: CloudStatus, { scope }: At): ToldRefusal[] {
  if (status.status !== 'failed') return []
  const { id: networkId, timestamp } = status
  const person = recipientOf(status, scope)
  const at = dateOf((timestamp ?? Number.NaN) * 1000)
  return [{ ...refusalOfStatus(status), at, person, networkId }]
}

const recipientOf = (status: CloudStatus, scope: string): Identity[] =>
  identitiesOf(scope, {
    number: status.recipient_id,
    userId: status.recipient_user_id,
    parentId: status.recipient_parent_user_id ?? status.parent_recipient_user_id,
  })

/** What the network has failed to deliver may be sent again if the reason passes: nobody got it. */
function failureOf({ remedy, details }: Refusal) {
  const reason = 'ERR_SENDING_WAPP_MSG'
  switch (remedy.do) {
    case 'again':
    case 'hold':
    case 'holdPair':
    case 'stop':
      return { reason, mayTryAgain: true } as const
    case 'holdCampaigns':
      return { reason: remedy.reason, mayTryAgain: true } as const
    case 'fail':
      return {
        reason: remedy.reason,
        ...(remedy.tells && details && { details }),
        ...(remedy.mayEncode && { mayEncode: true as const }),
      }
    case 'without':
      return { reason }
  }
}
