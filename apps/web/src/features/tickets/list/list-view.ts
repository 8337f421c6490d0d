import { Day, TicketStatus, limits, ticketOrders } from '@guiche/contract'
import { z } from 'zod'
import { type ListChoice, type ListName, isSortable } from '../ticket-lists.ts'

export const tabs = ['open', 'pending', 'group'] as const
export type Tab = (typeof tabs)[number]

/** Kinds of results of a search. */
export const searchTabs = ['tickets', 'messages', 'notes', 'files', 'contacts'] as const
export type SearchTab = (typeof searchTabs)[number]

const Ids = z.array(z.number().int().min(0)).max(200).catch([]).default([])

/** The state of the list panel, stored in the URL; invalid values are ignored. */
export const ListView = z.object({
  view: z.enum(['open', 'closed']).catch('open').default('open'),
  tab: z.enum(tabs).catch('open').default('open'),
  all: z.boolean().catch(false).default(false),
  q: z.string().max(200).catch('').default(''),
  found: z.enum(searchTabs).catch('tickets').default('tickets'),
  queues: Ids,
  tags: Ids,
  users: Ids,
  connections: Ids,
  statuses: z.array(TicketStatus).catch([]).default([]),
  /** YYYY-MM-DD, or empty. */
  date: Day.or(z.literal('')).catch('').default(''),
  sort: z.enum(ticketOrders).catch('newest').default('newest'),
})
export type ListView = z.output<typeof ListView>

/** A search text, or a status that has no tab, searches all tickets. */
export function shownList({ view, tab, q, statuses }: ListView): ListName {
  if (q !== '' || statuses.length > 0) return 'search'
  return view === 'closed' ? 'closed' : tab
}

/** Whether the text is long enough for results of all kinds. */
export const isSearching = ({ q }: ListView): boolean => q.length >= limits.searchLetters

export function choiceOf(view: ListView, list: ListName): ListChoice {
  return {
    list,
    queueIds: view.queues,
    showAll: view.all,
    tags: view.tags,
    users: view.users,
    connections: view.connections,
    statuses: view.statuses,
    date: view.date,
    text: list === 'search' ? view.q : '',
    sort: isSortable(list) ? view.sort : 'newest',
  }
}

/** Searched words may be a customer's name, and the router stores names of choices in the browser (S72). */
const searched: string[] = []

/** Names a list with its choice, for what does not outlive the choice: the scroll position. */
export function nameOfChoice(view: ListView): string {
  const { text, ...choice } = choiceOf(view, shownList(view))
  if (!searched.includes(text)) searched.push(text)
  return [...Object.values(choice), searched.indexOf(text)].join('/')
}

export const countFilters = ({ tags, users, connections, statuses, date }: ListView): number =>
  [tags, users, connections, statuses, date].filter((chosen) => chosen.length > 0).length

export const noFilters = { tags: [], users: [], connections: [], statuses: [], date: '' }

/** An emptied search returns to the open view, wherever it began. */
export const noSearch = { view: 'open', q: '', found: 'tickets' } as const
