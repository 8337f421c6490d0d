import type { CustomerPresence, Identity } from '@guiche/channel'
import type { TicketStatus } from '@guiche/contract'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#platform/deps'
import { sql } from '#platform/database/sql'
import { stateOf } from '#modules/tickets'
import { roomsOfTicket } from '#modules/visibility'

interface Place {
  companyId: number
  connectionId: number
}

/** A network tells what one of its customers is doing. */
export type ShowPresence = (at: Place, from: Identity, presence: CustomerPresence) => Promise<void>

interface Ticket {
  id: number
  status: TicketStatus
  user_id: number | null
  queue_id: number | null
  is_group: boolean
}

/** In ms. The same once more within this time tells nobody anything. */
const rest = 1000

/** What customers are doing now, shown where their ticket is shown, to those who may see it, and worth nothing a moment later. */
export function createCustomerPresence(
  { units, live }: Pick<Deps, 'units' | 'live'>,
  // In ms. Who writes says so again within this time; a network that falls silent has not said that they stopped.
  { lasts = 20_000 } = {},
): ShowPresence {
  const newest = new LRUCache<string, { presence: CustomerPresence; at: number }>({ max: 10_000 })
  const fading = new LRUCache<string, NodeJS.Timeout>({ max: 10_000, dispose: (timer) => clearTimeout(timer) })
  return show

  async function show(at: Place, from: Identity, presence: CustomerPresence) {
    const key = `${at.companyId}:${at.connectionId}:${from.kind}:${from.value}`
    const now = { presence, at: performance.now() }
    const before = newest.get(key)
    if (before?.presence === presence && now.at - before.at < rest) return
    newest.set(key, now)
    fading.delete(key)
    const isDoing = presence === 'composing' || presence === 'recording'
    const ticket = await findTicketOf(at, from)
    // They do something else by now: that is told by itself.
    if (!ticket || newest.get(key) !== now) return
    tell(at.companyId, ticket, presence)
    if (isDoing) fading.set(key, setTimeout(() => void show(at, from, 'paused').catch(() => undefined), lasts).unref())
  }

  function tell(companyId: number, ticket: Ticket, presence: CustomerPresence) {
    const rooms = roomsOfTicket(companyId, ticket.id, stateOf(ticket))
    live.emitVolatile({
      companyId,
      event: 'presence',
      rooms,
      masked: 'same',
      payload: { action: 'update-presence', ticketId: ticket.id, presence },
    })
  }

  /** The one that lives, of somebody who is not blocked. */
  async function findTicketOf({ companyId, connectionId }: Place, from: Identity): Promise<Ticket | undefined> {
    const { rows } = await units.read({ kind: 'connection', companyId, connectionId }, (ctx) =>
      sql<Ticket>`
        select t.id, t.status, t.user_id, t.queue_id, t.is_group
        from contact_identities i
        join contacts c on c.company_id = i.company_id and c.id = i.contact_id and c.is_active
        join conversations v on v.company_id = i.company_id and v.contact_id = i.contact_id and v.connection_id = ${connectionId}
        join tickets t on t.company_id = v.company_id and t.conversation_id = v.id and t.is_latest and t.status <> 'closed'
        where i.company_id = ${companyId} and i.kind = ${from.kind} and i.scope = '' and i.key = identity_key(${from.kind}, ${from.value})`.execute(
        ctx.db,
      ),
    )
    return rows[0]
  }
}
