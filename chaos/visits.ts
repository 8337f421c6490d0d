import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attendant, createAttendant } from './attendants.ts'
import { type Customer, createCustomer } from './customers.ts'
import type { Visit } from './schedule.ts'
import { type Tenant, processOf } from './testbed.ts'
import type { TicketRow } from './stored.ts'

/** Customers who write for the first time while faults happen, are served, and come again. */
export interface Visits {
  visitors: Customer[]
  attendant: Attendant
  take(visit: Visit): Promise<void>
  violations(tickets: TicketRow[]): string[]
}

/** How many messages a visit begins with. */
const burst = 2
/** How long to wait for a ticket on a busy machine. */
const timeout = 90_000

export async function openVisits(tenant: Tenant): Promise<Visits | undefined> {
  const { participants, company, visitors: contacts, sql, companyId } = tenant
  if (contacts.length === 0) return undefined
  const visitors = contacts.map((contact) => createCustomer(contact, company.phone, participants.verb))
  const attendant = await createAttendant(tenant, `${participants.letter}9`, processOf(tenant, 1))
  /** The expected ticket moves of each visit, by visitor. */
  const past = visitors.map((): string[][] => [])
  const before = visitors.map(() => Promise.resolve())
  return { visitors, attendant, take, violations }

  /** A person makes one visit at a time. */
  function take(visit: Visit): Promise<void> {
    const last = before[visit.visitor] ?? Promise.resolve()
    return (before[visit.visitor] = last.then(() => attend(visit)))
  }

  async function attend({ visitor, isReopened }: Visit): Promise<void> {
    const customer = visitors[visitor]
    const done = past[visitor]
    if (!customer || !done) throw new Error(`there is no visitor ${visitor}`)
    await customer.say('burst')
    const ticketId = await waiting(customer.name, done.length)
    await attendant.accept(ticketId)
    await answer(ticketId)
    await attendant.close(ticketId)
    if (isReopened) {
      await attendant.reopen(ticketId)
      await answer(ticketId)
      await attendant.close(ticketId)
    }
    done.push(isReopened ? ['create', 'open', 'closed', 'open', 'closed'] : ['create', 'open', 'closed'])
  }

  async function answer(ticketId: number): Promise<void> {
    await attendant.say(ticketId, { kind: 'text', clientId: randomUUID() })
  }

  /**
   * Waits for the ticket of the next visit, until it is pending and has all messages; a later message would belong to
   * the next visit.
   */
  async function waiting(name: string, others: number): Promise<number> {
    const until = performance.now() + timeout
    for (;;) {
      const rows = await sql(
        `select t.id, t.status, (select count(*)::int from messages m where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me) as said
         from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
         where t.company_id = $1 and c.name = $2 order by t.id`,
        [companyId, name],
      ).catch(() => [])
      const ticket = rows[others]
      if (ticket?.status === 'pending' && ticket.said === burst) return Number(ticket.id)
      if (performance.now() > until) throw new Error(`${name} wrote, but no ticket is waiting: ${JSON.stringify(rows)}`)
      await pause(100)
    }
  }

  /** R3: each visit is one ticket, with one finished attendance for each time it was opened. */
  function violations(tickets: TicketRow[]): string[] {
    return visitors.flatMap(({ name }, visitor) => {
      const own = tickets.filter(({ customer }) => customer === name)
      const expected = past[visitor] ?? []
      if (own.length !== expected.length)
        return [`R3: ${name} has ${own.length} tickets after ${expected.length} visits`]
      return own.flatMap((ticket, nth) => visitIsWhole(ticket, expected[nth] ?? []))
    })
  }
}

function visitIsWhole({ id, status, moves, attendances, running }: TicketRow, expected: string[]): string[] {
  const told = moves.map((kind) => (kind === 'reopen' ? 'open' : kind)).join()
  const opened = expected.filter((kind) => kind === 'closed').length
  return [
    ...(status === 'closed' ? [] : [`ticket ${id} was closed and is ${status}`]),
    ...(told === expected.join() ? [] : [`the log of ticket ${id} says ${told}, it was ${expected.join()}`]),
    ...(attendances === opened && running === 0
      ? []
      : [`ticket ${id} has ${attendances} attendances, ${running} of them running, it was taken up ${opened} times`]),
  ]
}
