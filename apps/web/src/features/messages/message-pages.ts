import { type MessageView, wordsOf } from '@guiche/contract'
import type { InfiniteData } from '@tanstack/react-query'

/** A page of a conversation, oldest message first. */
export interface MessagePage {
  messages: MessageView[]
  /** Whether there are older messages. */
  hasMore: boolean
  /** Whether there are newer messages: only after a jump to an old message. */
  hasNewer: boolean
}

/** The position of a page: the newest (empty), before a message, or around one. */
export interface MessageCursor {
  before?: number
  around?: number
}

/** The newest page first, because pages are fetched upwards. */
export type MessagePages = InfiniteData<MessagePage, MessageCursor>

export function messagesOf({ pages }: Pick<MessagePages, 'pages'>): MessageView[] {
  const seen = new Set<number>()
  return pages
    .toReversed()
    .flatMap((page) => page.messages)
    .filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** Undefined if it is not known, because no message is. */
export const conversationOf = ({ pages }: Pick<MessagePages, 'pages'>): number | undefined =>
  pages.find(({ messages }) => messages.length > 0)?.messages[0]?.conversationId

/** Adds a message once and in order. A message older than everything loaded is left to be fetched. */
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

/** Adds what the server answered to a send. What failed meanwhile has failed. */
export function addAnswer(data: MessagePages, message: MessageView): MessagePages {
  const known = messagesOf(data).find(({ id }) => id === message.id)
  return addMessage(data, known?.failure ? { ...message, ack: known.ack, failure: known.failure } : message)
}

/**
 * Replaces a message (after an edit, an ack or when its file has arrived) wherever it is shown or quoted, and adds
 * nothing.
 */
export function replaceMessage(data: MessagePages, message: MessageView): MessagePages {
  const concerns = ({ id, quotedMsg }: MessageView) => id === message.id || isStale(quotedMsg, message)
  return inPages(data, (page) => {
    if (!page.messages.some(concerns)) return page
    const change = (known: MessageView) => (known.id === message.id ? newer(known, message) : quoting(known, message))
    return { ...page, messages: page.messages.map(change) }
  })
}

export function removeMessage(data: MessagePages, id: number): MessagePages {
  return without(data, (message) => message.id === id)
}

/**
 * Merges the server's newest page. If more messages arrived than fit on a page, there is a gap, so all other pages are
 * dropped.
 */
export function renewNewest(data: MessagePages, fresh: MessagePage): MessagePages {
  const [newest] = data.pages
  const meets = newest && fresh.messages.some(({ id }) => has(data, id))
  if (!newest || newest.hasNewer || (!meets && fresh.hasMore)) return { pages: [fresh], pageParams: [{}] }
  const [first] = fresh.messages
  const freshIds = new Set(fresh.messages.map(({ id }) => id))
  const isGone = (message: MessageView) => first !== undefined && !isBefore(message, first) && !freshIds.has(message.id)
  return fresh.messages.reduce(addMessage, without(data, isGone))
}

const isStale = (quoted: MessageView['quotedMsg'], message: MessageView) =>
  quoted?.id === message.id && (quoted.body !== wordsOf(message) || quoted.isDeleted !== message.isDeleted)

function quoting(known: MessageView, news: MessageView): MessageView {
  const { quotedMsg } = known
  if (!quotedMsg || !isStale(quotedMsg, news)) return known
  const { isDeleted } = news
  return { ...known, quotedMsg: { ...quotedMsg, body: wordsOf(news), isDeleted, ...(isDeleted && { mediaUrl: null }) } }
}

/**
 * Acks never decrease, whichever of answer and event came last (R8); only what has not arrived may have been lost by the network
 * after all. Signed URLs are kept while they are valid.
 */
function newer(known: MessageView, news: MessageView): MessageView {
  const isLost = news.failure !== null && known.ack < 2
  const ack = isLost ? news.ack : Math.max(known.ack, news.ack)
  return { ...news, ack, failure: ack > 0 ? null : news.failure, ...sameLinks(known, news) }
}

/** Each answer signs URLs again; keeping the old one avoids loading a shown picture again. */
function sameLinks(known: MessageView, news: MessageView) {
  const isSame = known.mediaUrl !== null && pathOf(known.mediaUrl) === pathOf(news.mediaUrl)
  return isSame ? { mediaUrl: known.mediaUrl, thumbnailUrl: known.thumbnailUrl ?? news.thumbnailUrl } : {}
}
const pathOf = (url: string | null) => url?.slice(0, url.indexOf('?'))

const has = ({ pages }: MessagePages, id: number) =>
  pages.some(({ messages }) => messages.some((message) => message.id === id))
const inOrder = (messages: MessageView[]) => messages.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
/** The order of a conversation. Ids alone do not give it: imported history has later ones. */
export const isBefore = (a: MessageView, b: MessageView): boolean =>
  a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt

function without(data: MessagePages, isGone: (message: MessageView) => boolean): MessagePages {
  return inPages(data, (page) =>
    page.messages.some(isGone) ? { ...page, messages: page.messages.filter((message) => !isGone(message)) } : page,
  )
}

/** Pages without a change stay the same objects; so does the whole if none changes. */
function inPages(data: MessagePages, change: (page: MessagePage, index: number) => MessagePage): MessagePages {
  const pages = data.pages.map(change)
  return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data
}
