import { type TicketBrief, type TicketEvent, createOvertaken } from '@guiche/contract'
import type { PhoneProcess, Worker } from '../apps/server/test/processes/phone-processes.ts'

const listed = ['open', 'pending'] as const
type List = (typeof listed)[number]

type Row = Pick<TicketBrief, 'id' | 'status' | 'userId' | 'unreadMessages' | 'lastMessage'>

/** An attendant's ticket lists, kept up to date by events. */
export interface ListView {
  fetch(): Promise<void>
  upsert(ticket: Row, event: Pick<TicketEvent, 'seq' | 'asOf'>): void
  hear(event: TicketEvent): void
  /** Describes the differences between the lists shown and a fresh fetch. */
  differences(): Promise<string[]>
}

export function createListView(worker: Worker, at: PhoneProcess): ListView {
  const rows = new Map<number, Row>()
  const isOvertaken = createOvertaken()
  /** Tickets changed by events during a fetch; they are newer than the fetched page. */
  const meanwhile = new Set<number>()
  let fetching = 0
  return { fetch: fetchAll, upsert, hear, differences }

  async function fetchAll(): Promise<void> {
    fetching += 1
    try {
      const fresh = (await Promise.all(listed.map(page))).flat()
      const there = new Set(fresh.map(({ id }) => id))
      for (const id of rows.keys()) if (!there.has(id) && !meanwhile.has(id)) rows.delete(id)
      for (const row of fresh) if (!meanwhile.has(row.id)) rows.set(row.id, row)
    } finally {
      fetching -= 1
      if (fetching === 0) meanwhile.clear()
    }
  }

  function upsert(ticket: Row, event: Pick<TicketEvent, 'seq' | 'asOf'>): void {
    if (isOvertaken(ticket.id, event)) return
    if (fetching > 0) meanwhile.add(ticket.id)
    rows.set(ticket.id, ticket)
  }

  function hear(event: TicketEvent): void {
    if (event.action === 'update') return upsert(event.ticket, event)
    if (isOvertaken(event.ticketId, event)) return
    if (fetching > 0) meanwhile.add(event.ticketId)
    const row = rows.get(event.ticketId)
    if (event.action === 'updateUnread' && row) rows.set(row.id, { ...row, unreadMessages: 0 })
    if (event.action === 'delete' && (event.status === null || event.status === row?.status))
      rows.delete(event.ticketId)
  }

  async function differences(): Promise<string[]> {
    const found = await Promise.all(
      listed.map(async (list) => {
        const fresh = new Map((await page(list)).map((row) => [row.id, summary(row)]))
        const shown = new Map([...rows.values()].filter((row) => isIn(list, row)).map((row) => [row.id, summary(row)]))
        const ids = new Set([...fresh.keys(), ...shown.keys()])
        return [...ids].flatMap((id) =>
          fresh.get(id) === shown.get(id)
            ? []
            : [`I6: ${worker.name} sees ticket ${id} in ${list} as ${shown.get(id)} instead of ${fresh.get(id)}`],
        )
      }),
    )
    return found.flat()
  }

  async function page(list: List): Promise<Row[]> {
    const { tickets } = await at.calls.ask('GET', `/tickets?status=${list}&pageNumber=1`, { token: worker.token })
    return tickets
  }

  function isIn(list: List, { status, userId }: Row): boolean {
    return status === list && (list === 'pending' || userId === worker.id)
  }
}

const summary = ({ unreadMessages, lastMessage }: Row) => `"${lastMessage}", ${unreadMessages} unread`
