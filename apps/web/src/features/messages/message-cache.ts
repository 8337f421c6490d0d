import { type MessageEvent, type MessageView, createOvertaken, wholeMessage } from '@guiche/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createJournal } from '../../lib/cache/journal.ts'
import { perCache } from '../../lib/cache/per-cache.ts'
import {
  type MessagePage,
  type MessagePages,
  addMessage,
  removeMessage,
  renewNewest,
  replaceMessage,
} from './message-pages.ts'

/** All changes of cached conversations are made here. */

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
  // The event of a change can arrive before the message itself.
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

/** Adds the message once, whichever of answer and event comes first. */
export function rememberMessage(cache: QueryClient, message: MessageView): void {
  applyEffect(cache, message.ticketId, (data) => addMessage(data, message))
}

/** Searches all cached conversations: the message can also be in the history of a newer ticket. */
export function amendMessage(cache: QueryClient, message: MessageView): void {
  applyEffect(cache, undefined, (data) => replaceMessage(data, message))
}

export function forgetMessage(cache: QueryClient, { id }: { id: number }): void {
  applyEffect(cache, undefined, (data) => removeMessage(data, id))
}

export function renewConversation(cache: QueryClient, ticketId: number, fresh: MessagePage): void {
  cache.setQueryData<MessagePages>(messageKeys.pages(ticketId, 0), (data) => data && renewNewest(data, fresh))
}

/** Applies the events that arrived while a page was being fetched. */
export function catchUpMessages(cache: QueryClient, ticketId: number, page: MessagePage, since: number): MessagePage {
  const data = journalOf(cache)
    .since(since)
    .filter((entry) => entry.ticketId === 0 || entry.ticketId === ticketId)
    .reduce<MessagePages>((known, { effect }) => effect(known), { pages: [page], pageParams: [{}] })
  return data.pages[0] ?? page
}

function applyEffect(cache: QueryClient, ticketId: number | undefined, effect: Effect): void {
  journalOf(cache).note({ ticketId: ticketId ?? 0, effect })
  const queryKey = ticketId === undefined ? messageKeys.all : messageKeys.of(ticketId)
  for (const [key, data] of cache.getQueriesData<MessagePages>({ queryKey })) {
    if (!data) continue
    const changed = effect(data)
    if (changed !== data) cache.setQueryData<MessagePages>(key, changed)
  }
}
