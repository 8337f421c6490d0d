import { api } from '@guiche/contract'
import { call } from '../../lib/api.ts'
import type { ListedTicket } from './ticket-lists.ts'

/** The user's open ticket whose customer has waited longest for an answer; the first page has it, those without left out. */
export async function findNextUnanswered(without: ReadonlySet<number>): Promise<ListedTicket | undefined> {
  const { tickets } = await call(api.listTickets, { query: { status: 'open', sort: 'longestWait' } })
  return tickets.find(({ id, waitingSince }) => waitingSince !== null && !without.has(id))
}
