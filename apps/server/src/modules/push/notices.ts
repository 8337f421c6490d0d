import { type PushNotice, type TicketBrief, hiddenBody, isWaiting, isWithBot } from '@guiche/contract'
import type { Ctx, UserActor } from '#platform/context'
import { type InternalNews, internalNews } from '#modules/internal-chats'
import { actorOfSession } from '#modules/sessions'
import { readSettings } from '#modules/settings'
import { type TicketRow, findTickets, presentTicketBrief } from '#modules/tickets'
import { maySeeTicket } from '#modules/visibility'
import { type Texts, textsIn } from '#texts'
import { type SubscriptionRow, listSubscriptions, ticketsOfCustomers } from './subscriptions.repository.ts'

/** What has happened in a ticket since the last notice about it. */
export interface News {
  messageIds: number[]
  hasMoved: boolean
}

/** What has happened in a company since the last notices. */
export interface CompanyNews {
  tickets: Map<number, News>
  internalMessageIds: number[]
}

export interface AddressedNotice {
  subscription: SubscriptionRow
  notice: PushNotice
}

export interface Notices {
  addressed: AddressedNotice[]
  /** Ids of subscriptions whose session has ended. */
  ended: number[]
}

/**
 * The notices about tickets with news: a customer's message or a transfer, to everybody who has the ticket in their bell.
 * Besides them those about internal messages, to the members of the chat. `origin`: under which browsers reach this installation.
 */
export async function noticesOf(
  ctx: Ctx,
  { tickets: news, internalMessageIds }: CompanyNews,
  origin: string,
): Promise<Notices> {
  const subscriptions = await listSubscriptions(ctx)
  if (subscriptions.length === 0) return { addressed: [], ended: [] }
  const [tickets, written, internal, settings, actors] = await Promise.all([
    findTickets(ctx, [...news.keys()]),
    ticketsOfCustomers(
      ctx,
      [...news.values()].flatMap(({ messageIds }) => messageIds),
    ),
    internalNews(ctx, internalMessageIds),
    readSettings(ctx),
    actorsOf(ctx, subscriptions),
  ])
  const hidesText = settings.pushHidesText === 'enabled'

  const addressed = subscriptions.flatMap((subscription) => {
    const actor = actors.get(subscription.session_id)
    if (!actor || actor.subscriptionExpired) return []
    const texts = textsIn(subscription.language).push
    const ofChats = internal
      .filter(({ receiverIds }) => receiverIds.includes(actor.userId) && actor.features.includes('useInternalChat'))
      .map((one) => ({ subscription, notice: internalNotice(one, texts, hidesText) }))
    const ofTickets = tickets.flatMap((ticket): AddressedNotice[] => {
      if (!maySeeTicket(actor, ticket)) return []
      const brief = presentTicketBrief(ticket, { masked: actor.numbersMasked, origin })
      if (!isInBell(actor, brief)) return []
      const isHandedOver = news.get(ticket.id)?.hasMoved === true && isTransferredTo(actor, ticket)
      const isWritten = written.has(ticket.id) && ticket.unread_count > 0
      if (!isHandedOver && !isWritten) return []
      const body = isHandedOver ? transferText(brief, texts, hidesText) : messageText(brief, texts, hidesText)
      return [{ subscription, notice: noticeOf(brief, body) }]
    })
    return [...ofTickets, ...ofChats]
  })
  return { addressed, ended: subscriptions.filter((one) => !actors.has(one.session_id)).map(({ id }) => id) }
}

async function actorsOf(ctx: Ctx, subscriptions: SubscriptionRow[]): Promise<Map<string, UserActor>> {
  const ids = [...new Set(subscriptions.map((subscription) => subscription.session_id))]
  const actors = await Promise.all(ids.map((id) => actorOfSession(ctx, id)))
  return new Map(actors.flatMap((actor) => (actor ? [[actor.sessionId, actor] as const] : [])))
}

/** The user's own open tickets, those that wait for a person, and groups, as the bell shows them (`modules/tickets/list-tickets.ts`). */
const isInBell = (me: UserActor, { status, userId, isBot }: TicketBrief) =>
  status === 'group' ||
  (status === 'open' ? userId === me.userId : isWaiting(status) && !isWithBot({ status, isBot, userId }))

/** Somebody else has transferred the ticket to the user, or to a queue of theirs. */
function isTransferredTo({ userId, queueIds }: UserActor, ticket: TicketRow): boolean {
  if (ticket.transferred_at === null || ticket.transferred_by === userId) return false
  return ticket.user_id === null
    ? ticket.queue_id !== null && queueIds.includes(ticket.queue_id)
    : ticket.user_id === userId
}

const mostLetters = { title: 100, body: 200 }

const noticeOf = ({ uuid, contact }: TicketBrief, body: string): PushNotice => ({
  title: contact.name.slice(0, mostLetters.title),
  body: body.slice(0, mostLetters.body),
  tag: uuid,
  path: `/tickets/${uuid}`,
})

function internalNotice(news: InternalNews, texts: Texts['push'], hidesText: boolean): PushNotice {
  const said = news.body || kindOf(news.mediaType, texts) || texts.message
  return {
    title: news.title.slice(0, mostLetters.title),
    body: (hidesText ? texts.message : `${news.senderName}: ${said}`).slice(0, mostLetters.body),
    tag: news.uuid,
    path: `/chats/${news.uuid}`,
  }
}

function transferText({ transfer, queue, userId }: TicketBrief, texts: Texts['push'], hidesText: boolean): string {
  const by = transfer?.by?.name ?? ''
  const said = userId === null ? texts.transferredToQueue(queue?.name ?? '') : texts.transferred(by)
  return hidesText || !transfer?.note ? said : `${said}: ${transfer.note}`
}

function messageText(
  { lastMessage, lastMessageAuthor }: TicketBrief,
  texts: Texts['push'],
  hidesText: boolean,
): string {
  if (hidesText || lastMessage === hiddenBody) return texts.message
  const said = kindOf(lastMessage, texts) ?? lastMessage
  return lastMessageAuthor ? `${lastMessageAuthor}: ${said}` : said || texts.message
}

/** Of a message without a text the ticket holds its kind (`apps/web/src/lib/text/last-message.ts`). */
function kindOf(text: string, { kinds }: Texts['push']): string | undefined {
  if (text.startsWith('BEGIN:VCARD')) return kinds.contact
  if (text.startsWith('data:image')) return kinds.location
  switch (text) {
    case 'image':
      return kinds.image
    case 'audio':
      return kinds.audio
    case 'video':
      return kinds.video
    case 'application':
      return kinds.document
    case 'locationMessage':
      return kinds.location
    case 'contactMessage':
      return kinds.contact
    case 'sticker':
    case 'stickerMessage':
      return kinds.sticker
    default:
      return undefined
  }
}
