import { type MessageEvent, type MessageView, createOvertaken, wholeMessage } from '@guiche/contract'
import { type QueryClient, type QueryKey, partialMatchKey } from '@tanstack/react-query'
import { afterFetches } from '../../lib/cache/fetches.ts'
import { createJournal } from '../../lib/cache/journal.ts'
import { perCache } from '../../lib/cache/per-cache.ts'
import {
  type MessagePage,
  type MessagePages,
  addAnswer,
  addMessage,
  conversationOf,
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
const journalOf = perCache((cache) => {
  afterFetches(cache, messageKeys.all, (key, since) => changePages(cache, key, effectsOn(cache, key, since)))
  return createJournal<{ under: QueryKey; effect: Effect }>()
})
const overtakenIn = perCache(createOvertaken)

export function applyMessageEvent(cache: QueryClient, event: MessageEvent): void {
  if (overtakenIn(cache)(event.message.id, event)) return
  switch (event.action) {
    case 'create':
      return rememberMessage(cache, wholeMessage(event.message, event.ticket))
    case 'update':
      amendMessage(cache, event.message)
      // The event of a change can arrive before that of the message itself.
      return rememberMessage(cache, event.message)
    case 'delete':
      return forgetMessage(cache, event.message)
  }
}

/** Adds the message once, whichever of answer and event comes first. */
export function rememberMessage(cache: QueryClient, message: MessageView): void {
  addTo(cache, message, addMessage)
}

/** What the server answers to a send. An event may have told before that the message has failed since. */
export function rememberAnswer(cache: QueryClient, message: MessageView): void {
  addTo(cache, message, addAnswer)
}

function addTo(cache: QueryClient, message: MessageView, add: typeof addMessage): void {
  applyEffect(cache, messageKeys.of(message.ticketId), (data) => add(data, message))
  // Each ticket shows its whole conversation.
  const { conversationId } = message
  if (conversationId === undefined) return
  applyEffect(cache, messageKeys.all, (data) => (conversationOf(data) === conversationId ? add(data, message) : data))
}

/** Searches all cached conversations: the message can also be in the history of a newer ticket. */
export function amendMessage(cache: QueryClient, message: MessageView): void {
  applyEffect(cache, messageKeys.all, (data) => replaceMessage(data, message))
}

export function forgetMessage(cache: QueryClient, { id }: { id: number }): void {
  applyEffect(cache, messageKeys.all, (data) => removeMessage(data, id))
}

export function renewConversation(cache: QueryClient, ticketId: number, fresh: MessagePage): void {
  applyEffect(cache, messageKeys.pages(ticketId, 0), (data) => renewNewest(data, fresh))
}

/**
 * Refetches what is cached of a conversation beside its newest page: its older pages, and those around messages that were
 * jumped to.
 */
export function refetchOlder(cache: QueryClient, ticketId: number): void {
  const newest = messageKeys.pages(ticketId, 0)
  for (const [queryKey, data] of cache.getQueriesData<MessagePages>({ queryKey: messageKeys.of(ticketId) })) {
    const isOnlyNewest = partialMatchKey(queryKey, newest) && data?.pages.length === 1
    if (!isOnlyNewest) void cache.invalidateQueries({ queryKey, exact: true })
  }
}

/** Applies the changes since the newest page was asked for. */
export function catchUpMessages(cache: QueryClient, ticketId: number, page: MessagePage, since: number): MessagePage {
  const data = effectsOn(cache, messageKeys.pages(ticketId, 0), since)({ pages: [page], pageParams: [{}] })
  return data.pages[0] ?? page
}

/** `under`: the keys of the conversations that the effect may concern. */
function applyEffect(cache: QueryClient, under: QueryKey, effect: Effect): void {
  journalOf(cache).note({ under, effect })
  for (const [key] of cache.getQueriesData<MessagePages>({ queryKey: under })) changePages(cache, key, effect)
}

function changePages(cache: QueryClient, key: QueryKey, effect: Effect): void {
  const data = cache.getQueryData<MessagePages>(key)
  const changed = data && effect(data)
  if (changed !== data) cache.setQueryData<MessagePages>(key, changed)
}

/** All effects on a conversation since a moment, as one. */
function effectsOn(cache: QueryClient, key: QueryKey, since: number): Effect {
  const entries = journalOf(cache)
    .since(since)
    .filter(({ under }) => partialMatchKey(key, under))
  return (data) => entries.reduce((known, { effect }) => effect(known), data)
}
