import type { Identity, Inbound } from '@guiche/channel'
import type { Referral } from '@guiche/contract'
import type { Network } from '../pages/network.ts'
import { type StoryWords, contentsOf, textType } from './contents.ts'
import type { Item, PageMessage, PageReferral } from './items.ts'
import { readMark } from './metadata.ts'
import { referralOf } from './referral.ts'
import { isoTime } from './time.ts'

/** The customer may be answered again, without having written. */
export interface Opened {
  kind: 'opened'
  from: Identity
  at: string
  referral: Referral
}

export type PageEvent = Inbound | Opened

interface At {
  network: Network
  /** Of the page or account. */
  routingId: string
  appId: string
  words: StoryWords
}

const kinds = { facebook: 'messenger', instagram: 'instagram' } as const satisfies Record<Network, Identity['kind']>

/** Ids of people belong to their page or account: another one may give the same id to somebody else. */
export const identityOf = (network: Network, routingId: string, personId: string): Identity => ({
  kind: kinds[network],
  value: `${routingId}:${personId}`,
})

/** The id of a person at the network, in what we store of them. */
export const personIn = (address: string): string => address.slice(address.indexOf(':') + 1)

/** What an item means to us. Nothing: it has no effect here. */
export function toInbound(item: Item, at: At): PageEvent[] {
  const { message, message_edit: edit, postback, reaction, referral, delivery, read } = item
  // Whoever writes, changes or reacts for the page does it as the page itself.
  const isEcho = message?.is_echo === true || item.sender.id === at.routingId
  const from = identityOf(at.network, at.routingId, isEcho ? item.recipient.id : item.sender.id)
  const side = { from, ...(isEcho && { isEcho }) }
  const told = { ...side, name: '', ...sentAt(item), ...(item.isStandby && { isForAnother: true as const }) }
  if (message) return ofMessage(message, told, at)
  if (edit) return [{ kind: 'edit', externalId: edit.mid, ...side, body: edit.text, ...doneAt(item) }]
  if (postback) {
    // Old pages tell no id. The same tap has the same time.
    const externalId = postback.mid ?? `postback-${item.sender.id}-${item.timestamp ?? 0}`
    const { title, payload } = postback
    const said = { body: title || payload, mediaType: textType, ...chosen(payload), ...cameBy(postback.referral) }
    return [{ kind: 'message', ...told, externalId, ...said }]
  }
  if (reaction) {
    const emoji = reaction.action === 'unreact' ? '' : emojiOf(reaction)
    return [{ kind: 'reaction', externalId: reaction.mid, ...side, emoji, ...doneAt(item) }]
  }
  // What the page does itself is seen by nobody else.
  if (isEcho) return []
  if (referral) {
    const at = isoTime(item.timestamp)
    return at === undefined ? [] : [{ kind: 'opened', from, at, referral: ofLink(referral) }]
  }
  if (delivery) return [...acksOf(delivery.mids ?? [], from), ...reached(delivery.watermark, from, 2)]
  if (read?.mid !== undefined) return [{ kind: 'ack', externalId: read.mid, ack: 3, upTo: true, from }]
  return reached(read?.watermark, from, 3)
}

/** What was tapped. Other programs of the page offer answers too, whose payloads mean nothing here. */
const chosen = (payload: string | undefined) => (payload ? { choiceId: payload } : {})

const cameBy = (told: PageReferral | undefined) => (told ? { referral: ofLink(told) } : {})

function ofLink({ ref, source, ad_id: adId, ads_context_data: context }: PageReferral): Referral {
  const isAd = adId !== undefined || source === 'ADS'
  return referralOf(isAd ? 'ad' : 'link', { headline: context?.ad_title, sourceId: adId ?? context?.post_id, ref })
}

type Told = Pick<Extract<Inbound, { kind: 'message' }>, 'from' | 'isEcho' | 'name' | 'sentAt' | 'isForAnother'>

function ofMessage(message: PageMessage, told: Told, { appId, words }: At): Inbound[] {
  const { mid: externalId, is_deleted: isDeleted, reply_to: replyTo } = message
  const { from, isEcho } = told
  if (isDeleted) return [{ kind: 'delete', externalId, from, ...(isEcho && { isEcho }) }]
  const mark = isEcho && message.app_id === appId ? readMark(message.metadata) : undefined
  if (mark)
    return [
      {
        kind: 'taken',
        from,
        networkId: externalId,
        ...mark,
        ...(told.sentAt !== undefined && { takenAt: told.sentAt }),
      },
    ]
  const common = {
    kind: 'message',
    ...told,
    ...(isEcho && { writtenIn: writtenIn(message.app_id) }),
    ...(replyTo?.mid !== undefined && { quotedExternalId: replyTo.mid }),
    ...chosen(message.quick_reply?.payload),
  } as const
  const contents = contentsOf(message, words)
  return contents.map((content, nth) => ({
    ...common,
    ...(nth === 0 && cameBy(message.referral)),
    externalId: nth === 0 ? externalId : `${externalId}:${nth}`,
    ...content,
  }))
}

/** Meta's own inboxes of pages and Instagram accounts are apps too. */
const inboxes: readonly string[] = ['26390203743090', '263902037430900', '1217981644879628']

const writtenIn = (appId: string | undefined): 'inbox' | 'app' =>
  appId === undefined || inboxes.includes(appId) ? 'inbox' : 'app'

const emojis: Record<string, string> = {
  smile: '😆',
  angry: '😠',
  sad: '😢',
  wow: '😮',
  love: '❤',
  like: '👍',
  dislike: '👎',
}

const emojiOf = ({ reaction, emoji }: { reaction?: string | undefined; emoji?: string | undefined }): string =>
  emoji || (reaction !== undefined && Object.hasOwn(emojis, reaction) ? emojis[reaction] : undefined) || '👍'

const acksOf = (mids: readonly string[], from: Identity): Inbound[] =>
  mids.map((externalId) => ({ kind: 'ack', externalId, ack: 2, from }))

const reached = (watermark: number | undefined, from: Identity, ack: 2 | 3): Inbound[] => {
  const until = isoTime(watermark)
  return until === undefined ? [] : [{ kind: 'reached', from, until, ack }]
}

const sentAt = ({ timestamp }: Item) => {
  const at = isoTime(timestamp)
  return at === undefined ? {} : { sentAt: at }
}
const doneAt = ({ timestamp }: Item) => {
  const at = isoTime(timestamp)
  return at === undefined ? {} : { doneAt: at }
}
