import { type MessageEvent, type MessageView, createOvertaken, wholeMessage } from '@guiche/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createJournal } from '../../lib/journal.ts'
import { perCache } from '../../lib/per-cache.ts'
import {
  type MessagePage,
  type MessagePages,
  addMessage,
  removeMessage,
  renewNewest,
  replaceMessage,
} from './message-pages.ts'

/** The only place that changes conversations in the cache. */

export const messageKeys = {
  all: ['messages'] as const,
  of: (ticketId: number) => ['messages', ticketId] as const,
  /** `anchor`: the message that was jumped to; 0 for the conversation as it is now. */
  pages: (ticketId: number, anchor: number) => ['messages', ticketId, anchor] as const,
}

type Effect = (data: MessagePages) => MessagePages
const journalOf = perCache(() => createJournal<{ ticketId: number; effect: Effect }>())
const overtakenIn = perCache(createOvertaken)

export function applyMessageEvent(cache: QueryClient, event: MessageEvent): void {
  const isOvertaken = overtakenIn(cache)(event.message.id, event.seq)
  // What changed it may have been told first: it is not shown yet.
  if (isOvertaken && event.action !== 'create') return
  switch (event.action) {
    case 'create':
      return rememberMessage(cache, wholeMessage(event.message, event.ticket))
    case 'update':
      return amendMessage(cache, event.message)
    case 'delete':
      return forgetMessage(cache, event.message)
  }
}

/** Once, whether the answer or the event came first. */
export function rememberMessage(cache: QueryClient, message: MessageView): void {
  affect(cache, message.ticketId, (data) => addMessage(data, message))
}

/** It may be shown in the history of a newer ticket of the same contact: looked for everywhere. */
export function amendMessage(cache: QueryClient, message: MessageView): void {
  affect(cache, undefined, (data) => replaceMessage(data, message))
}

export function forgetMessage(cache: QueryClient, { id }: { id: number }): void {
  affect(cache, undefined, (data) => removeMessage(data, id))
}

export function renewConversation(cache: QueryClient, ticketId: number, fresh: MessagePage): void {
  cache.setQueryData<MessagePages>(messageKeys.pages(ticketId, 0), (data) => data && renewNewest(data, fresh))
}

/** What happened while a page was on its way is done to it too (R16). */
export function catchUpMessages(cache: QueryClient, ticketId: number, page: MessagePage, since: number): MessagePage {
  const data = journalOf(cache)
    .since(since)
    .filter((entry) => entry.ticketId === 0 || entry.ticketId === ticketId)
    .reduce<MessagePages>((known, { effect }) => effect(known), { pages: [page], pageParams: [{}] })
  return data.pages[0] ?? page
}

function affect(cache: QueryClient, ticketId: number | undefined, effect: Effect): void {
  journalOf(cache).note({ ticketId: ticketId ?? 0, effect })
  const queryKey = ticketId === undefined ? messageKeys.all : messageKeys.of(ticketId)
  for (const [key, data] of cache.getQueriesData<MessagePages>({ queryKey })) {
    if (!data) continue
    const changed = effect(data)
    if (changed !== data) cache.setQueryData<MessagePages>(key, changed)
  }
}
