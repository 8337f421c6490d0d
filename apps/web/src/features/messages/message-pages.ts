import type { MessageView } from '@guiche/contract'
import type { InfiniteData } from '@tanstack/react-query'

/** Part of a conversation, oldest first. */
export interface MessagePage {
  messages: MessageView[]
  /** Whether older ones follow. */
  hasMore: boolean
  /** Whether newer ones follow: only after a jump into the past. */
  hasNewer: boolean
}

/** Where a page begins: nothing (the newest), before a message, or around one. */
export interface MessageCursor {
  before?: number
  around?: number
}

/** The newest page first, as they are fetched upwards. */
export type MessagePages = InfiniteData<MessagePage, MessageCursor>

export function messagesOf({ pages }: Pick<MessagePages, 'pages'>): MessageView[] {
  const seen = new Set<number>()
  return pages
    .toReversed()
    .flatMap((page) => page.messages)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** Puts a message where it belongs, once. One that is older than all that was fetched is left to be fetched. */
export function addMessage(data: MessagePages, message: MessageView): MessagePages {
  if (has(data, message.id)) return replaceMessage(data, message)
  const [newest] = data.pages
  if (!newest || newest.hasNewer) return data
  const home = data.pages.findIndex(({ messages: [oldest] }) => oldest === undefined || !isBefore(message, oldest))
  const index = home === -1 ? data.pages.length - 1 : home
  if (home === -1 && data.pages[index]?.hasMore) return data
  return inPages(data, (page, at) =>
    at === index ? { ...page, messages: inOrder([...page.messages, message]) } : page,
  )
}

/** An edit, an acknowledgement, a file that has come: replaces the message where it is and is quoted, and adds nothing. */
export function replaceMessage(data: MessagePages, message: MessageView): MessagePages {
  const concerns = ({ id, quotedMsg }: MessageView) => id === message.id || isStale(quotedMsg, message)
  if (!data.pages.some(({ messages }) => messages.some(concerns))) return data
  return inPages(data, (page) => ({
    ...page,
    messages: page.messages.map((known) => (known.id === message.id ? newer(known, message) : quoting(known, message))),
  }))
}

export function removeMessage(data: MessagePages, id: number): MessagePages {
  if (!has(data, id)) return data
  return inPages(data, (page) => ({ ...page, messages: page.messages.filter((message) => message.id !== id) }))
}

/** The newest messages as the server has them now. If more came than fit on a page, what is in between is not known: it is begun anew. */
export function renewNewest(data: MessagePages, fresh: MessagePage): MessagePages {
  const [newest] = data.pages
  const meets = newest && fresh.messages.some(({ id }) => has(data, id))
  if (!newest || newest.hasNewer || (!meets && fresh.hasMore)) return { pages: [fresh], pageParams: [{}] }
  const [first] = fresh.messages
  const freshIds = new Set(fresh.messages.map(({ id }) => id))
  const isGone = (message: MessageView) => first !== undefined && !isBefore(message, first) && !freshIds.has(message.id)
  const kept = inPages(data, (page) => ({ ...page, messages: page.messages.filter((message) => !isGone(message)) }))
  return fresh.messages.reduce(addMessage, kept)
}

const isStale = (quoted: MessageView['quotedMsg'], { id, body, isDeleted }: MessageView) =>
  quoted?.id === id && (quoted.body !== body || quoted.isDeleted !== isDeleted)

function quoting(known: MessageView, news: MessageView): MessageView {
  const { quotedMsg } = known
  if (!quotedMsg || !isStale(quotedMsg, news)) return known
  const { body, isDeleted } = news
  return { ...known, quotedMsg: { ...quotedMsg, body, isDeleted, ...(isDeleted && { mediaUrl: null }) } }
}

/** Ticks only move forward, whichever of the answer and the event came last (R8). Signed addresses are kept while they work. */
function newer(known: MessageView, news: MessageView): MessageView {
  const ack = Math.max(known.ack, news.ack)
  return { ...news, ack, failure: ack > 0 ? null : news.failure, ...sameLinks(known, news) }
}

/** Each answer signs addresses anew; a picture that is shown already is not loaded again for that. */
function sameLinks(known: MessageView, news: MessageView) {
  const isSame = known.mediaUrl !== null && pathOf(known.mediaUrl) === pathOf(news.mediaUrl)
  return isSame ? { mediaUrl: known.mediaUrl, thumbnailUrl: known.thumbnailUrl ?? news.thumbnailUrl } : {}
}
const pathOf = (url: string | null) => url?.slice(0, url.indexOf('?'))

const has = ({ pages }: MessagePages, id: number) =>
  pages.some(({ messages }) => messages.some((message) => message.id === id))
const inOrder = (messages: MessageView[]) => messages.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
const isBefore = (a: MessageView, b: MessageView) =>
  a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt

function inPages(data: MessagePages, change: (page: MessagePage, index: number) => MessagePage): MessagePages {
  return { ...data, pages: data.pages.map(change) }
}
