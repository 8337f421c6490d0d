import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attendant, createAttendant } from './attendants.ts'
import { type Customer, createCustomer } from './customers.ts'
import type { Visit } from './schedule.ts'
import { type House, placeOf } from './stage.ts'
import type { TicketRow } from './stored.ts'

/** Customers who come for the first time while things break, are attended, and come again. */
export interface Visits {
  visitors: Customer[]
  attendant: Attendant
  take(visit: Visit): Promise<void>
  violations(tickets: TicketRow[]): string[]
}

/** How many messages a visit begins with. */
const burst = 2
/** What a busy machine may take until a ticket is there. */
const patience = 90_000

export async function openVisits(house: House): Promise<Visits | undefined> {
  const { cast, company, visitors: contacts, sql, companyId } = house
  if (contacts.length === 0) return undefined
  const visitors = contacts.map((contact) => createCustomer(contact, company.phone, cast.verb))
  const attendant = await createAttendant(house, `${cast.letter}9`, placeOf(house, 1))
  /** By visitor: of each visit, the moves that its ticket is to have. */
  const past = visitors.map((): string[][] => [])
  const before = visitors.map(() => Promise.resolve())
  return { visitors, attendant, take, violations }

  /** One visit of a person at a time. */
  function take(visit: Visit): Promise<void> {
    const last = before[visit.visitor] ?? Promise.resolve()
    return (before[visit.visitor] = last.then(() => attend(visit)))
  }

  async function attend({ visitor, isReopened }: Visit): Promise<void> {
    const customer = visitors[visitor]
    const done = past[visitor]
    if (!customer || !done) throw new Error(`nobody is visitor ${visitor}`)
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

  /** The ticket of the visit after so many others, once it waits with all that was said: what comes later is another visit. */
  async function waiting(name: string, others: number): Promise<number> {
    const until = performance.now() + patience
    for (;;) {
      const rows = await sql(
        `select t.id, t.status, (select count(*)::int from messages m where m.company_id = t.company_id and m.ticket_id = t.id and not m.from_me) as said
         from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
         where t.company_id = $1 and c.name = $2 order by t.id`,
        [companyId, name],
      ).catch(() => [])
      const ticket = rows[others]
      if (ticket?.status === 'pending' && ticket.said === burst) return Number(ticket.id)
      if (performance.now() > until) throw new Error(`${name} wrote, and no ticket waits: ${JSON.stringify(rows)}`)
      await pause(100)
    }
  }

  /** R3: each visit is one ticket of its own, with one attendance for each time that it was taken up, and none runs on. */
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
