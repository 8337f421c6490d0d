import type { InternalMessageView } from '@guiche/contract'
import type { InfiniteData } from '@tanstack/react-query'

/** A page of an internal chat, oldest message first. */
export interface InternalMessagePage {
  records: InternalMessageView[]
  /** Whether there are older messages. */
  hasMore: boolean
  /** Whether there are newer messages: only after a jump to an old message. */
  hasNewer: boolean
}

/** The position of a page: the newest (empty), before a message, or around one. */
export interface InternalMessageCursor {
  before?: number
  around?: number
}

/** The newest page first, because pages are fetched upwards. */
export type InternalMessagePages = InfiniteData<InternalMessagePage, InternalMessageCursor>

/** Oldest first, each once: pages around a message overlap. */
export function messagesIn({ pages }: Pick<InternalMessagePages, 'pages'>): InternalMessageView[] {
  const byId = new Map(pages.toReversed().flatMap(({ records }) => records.map((message) => [message.id, message])))
  return [...byId.values()].toSorted((one, other) => one.id - other.id)
}

/** Adds a message once. Ids grow with time, so a newer one comes last. */
export function withMessage(data: InternalMessagePages, message: InternalMessageView): InternalMessagePages {
  if (data.pages.some(({ records }) => records.some(({ id }) => id === message.id)))
    return withChangedMessage(data, message)
  const [newest, ...older] = data.pages
  // Between them there are messages that are not loaded.
  if (!newest || newest.hasNewer) return data
  const records = [...newest.records, message].toSorted((one, other) => one.id - other.id)
  return { ...data, pages: [{ ...newest, records }, ...older] }
}

export function withChangedMessage(data: InternalMessagePages, message: InternalMessageView): InternalMessagePages {
  const changed = (known: InternalMessageView): InternalMessageView => {
    if (known.id === message.id) return message
    // What answers it shows its beginning.
    if (known.replyTo?.id !== message.id) return known
    const { message: text, mediaType, mediaName, isDeleted } = message
    return { ...known, replyTo: { ...known.replyTo, message: text, mediaType, mediaName, isDeleted } }
  }
  return { ...data, pages: data.pages.map((page) => ({ ...page, records: page.records.map(changed) })) }
}
