import type { CustomerPresence, Identity } from '@guiche/channel'
import type { TicketStatus } from '@guiche/contract'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#platform/deps'
import { sql } from '#platform/database/sql'
import { stateOf } from '#modules/tickets'
import { roomsOfTicket } from '#modules/visibility'

interface ConnectionRef {
  companyId: number
  connectionId: number
}

/** Called when a network reports what a customer is doing. */
export type ShowPresence = (at: ConnectionRef, from: Identity, presence: CustomerPresence) => Promise<void>

interface Ticket {
  id: number
  status: TicketStatus
  user_id: number | null
  queue_id: number | null
  is_group: boolean
}

/** In ms. A repeated presence within this time is not published again. */
const repeatAfter = 1000

/**
 * Publishes what customers are doing now to those who may see their ticket. It is not stored, because it matters only
 * for a moment.
 */
export function createCustomerPresence(
  { units, live }: Pick<Deps, 'units' | 'live'>,
  // In ms. Networks repeat `composing` within this time, and may be silent when the customer stops.
  { lasts = 20_000 } = {},
): ShowPresence {
  const newest = new LRUCache<string, { presence: CustomerPresence; at: number }>({ max: 10_000 })
  const timers = new LRUCache<string, NodeJS.Timeout>({ max: 10_000, dispose: (timer) => clearTimeout(timer) })
  return show

  async function show(at: ConnectionRef, from: Identity, presence: CustomerPresence) {
    const key = `${at.companyId}:${at.connectionId}:${from.kind}:${from.value}`
    const now = { presence, at: performance.now() }
    const before = newest.get(key)
    if (before?.presence === presence && now.at - before.at < repeatAfter) return
    newest.set(key, now)
    timers.delete(key)
    const isDoing = presence === 'composing' || presence === 'recording'
    const ticket = await findTicketOf(at, from)
    // A newer presence came meanwhile and is published by its own call.
    if (!ticket || newest.get(key) !== now) return
    publish(at.companyId, ticket, presence)
    if (isDoing) timers.set(key, setTimeout(() => void show(at, from, 'paused').catch(() => undefined), lasts).unref())
  }

  function publish(companyId: number, ticket: Ticket, presence: CustomerPresence) {
    const rooms = roomsOfTicket(companyId, ticket.id, stateOf(ticket))
    live.emitVolatile({
      companyId,
      event: 'presence',
      rooms,
      masked: 'same',
      payload: { action: 'update-presence', ticketId: ticket.id, presence },
    })
  }

  /** The customer's ticket that is not closed, unless they are blocked. */
  async function findTicketOf({ companyId, connectionId }: ConnectionRef, from: Identity): Promise<Ticket | undefined> {
    const { rows } = await units.read({ kind: 'connection', companyId, connectionId }, (ctx) =>
      sql<Ticket>`
        select t.id, t.status, t.user_id, t.queue_id, t.is_group
        from contact_identities i
        -- The limits keep the planner from merging: the newest contact is the last one, so that it would walk through all of them.
        cross join lateral (
          select c.id from contacts c where c.company_id = i.company_id and c.id = i.contact_id and c.is_active limit 1) c
        cross join lateral (
          select v.company_id, v.id from conversations v
          where v.company_id = i.company_id and v.contact_id = i.contact_id and v.connection_id = ${connectionId} limit 1) v
        join tickets t on t.company_id = v.company_id and t.conversation_id = v.id and t.is_latest and t.status <> 'closed'
        where i.company_id = ${companyId} and i.kind = ${from.kind} and i.scope = '' and i.key = identity_key(${from.kind}, ${from.value})`.execute(
        ctx.db,
      ),
    )
    return rows[0]
  }
}
