import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../apps/server/test/world/index.ts'
import { type Attendant, createAttendant } from './attendants.ts'
import { attendantOf } from './participants.ts'
import { type Customer, createCustomer } from './customers.ts'
import { injectFault } from './faults.ts'
import { type PageTalk, customerOfPage, openPage } from './page.ts'
import type { Fault, PlannedFault, Actions } from './schedule.ts'
import { type Tenant, type Testbed, processOf } from './testbed.ts'
import { type Visits, openVisits } from './visits.ts'

/** The running talk in one company. */
export interface Talk {
  tenant: Tenant
  customers: Customer[]
  attendants: Attendant[]
  /** Ticket ids by customer. */
  tickets: number[]
  /** Undefined when there is no browser; then every customer is served over HTTP. */
  page: PageTalk | undefined
  /** Undefined when the company has no visitors. */
  visits: Visits | undefined
}

interface Options {
  hasPage: boolean
}

/** Lets every customer write once and an attendant accept each ticket. */
export async function beginTalk(tenant: Tenant, { hasPage }: Options): Promise<Talk> {
  const { participants, company, companyId, contacts, sql } = tenant
  const customers = contacts.map((contact) => createCustomer(contact, company.phone, participants.verb))
  const attendants: Attendant[] = []
  for (let nth = 0; nth < participants.attendants; nth += 1)
    attendants.push(await createAttendant(tenant, `${participants.letter}${nth}`, processOf(tenant, nth)))
  await Promise.all(customers.map((customer) => customer.say('text')))
  const tickets = await eventually(async () => {
    const rows = await sql(`
      select c.name, t.id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where t.company_id = ${companyId} order by c.name`)
    if (rows.length < customers.length) throw new Error(`there are ${rows.length} tickets`)
    return rows.map(({ id }) => Number(id))
  }, 60_000)
  const page = hasPage ? await openPage(tenant) : undefined
  for (const [customer, ticketId] of tickets.entries())
    if (!page || customer !== customerOfPage) await attendants[attendantOf(participants, customer)]?.accept(ticketId)
  return { tenant, customers, attendants, tickets, page, visits: await openVisits(tenant) }
}

/** All who write from a phone, visitors included. */
export const allCustomers = ({ customers, visits }: Talk): Customer[] => [...customers, ...(visits?.visitors ?? [])]

/** All attendants except the one in the browser. */
export const allAttendants = ({ attendants, visits }: Talk): Attendant[] => [
  ...attendants,
  ...(visits ? [visits.attendant] : []),
]

/** Returns the ms since the start of the talk. */
export type Clock = () => number

export function startClock(): Clock {
  const begun = performance.now()
  return () => performance.now() - begun
}

const until = (clock: Clock, at: number) => pause(Math.max(0, at - clock()))

/** Carries out the planned actions, each at its time or as soon as the person is free. */
export async function play(talk: Talk, actions: Actions, clock: Clock): Promise<void> {
  const { customers, attendants, tickets, page, visits } = talk
  await Promise.all([
    ...actions.customerActions.map(async ({ at, customer, kind }) => {
      await until(clock, at)
      await customers[customer]?.say(kind)
    }),
    ...actions.attendantActions.map(async ({ at, attendant, customer, ...action }) => {
      await until(clock, at)
      if (page && customer === customerOfPage) await page.say()
      else await attendants[attendant]?.say(tickets[customer] ?? 0, action)
    }),
    ...actions.visits.map(async (visit) => {
      await until(clock, visit.at)
      await visits?.take(visit)
    }),
  ])
}

/** Injects the planned faults, each at its time or as soon as its target has recovered. */
export async function injectFaults(
  testbed: Testbed,
  faults: readonly PlannedFault[],
  { clock, tell }: { clock: Clock; tell: (what: string) => void },
): Promise<void> {
  let processes = Promise.resolve()
  await Promise.all(
    faults.map(async ({ at, fault }) => {
      await until(clock, at)
      // A process is killed or frozen only after it has recovered from the last time.
      if (fault.kind === 'kill' || fault.kind === 'freeze') await (processes = processes.then(() => inject(fault)))
      else await inject(fault)
    }),
  )

  async function inject(fault: Fault): Promise<void> {
    tell(`${(clock() / 1000).toFixed(1)} s: ${JSON.stringify(fault)}`)
    await injectFault(testbed, fault)
  }
}
