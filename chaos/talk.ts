import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../apps/server/test/world.ts'
import { type Attendant, createAttendant } from './attendants.ts'
import { attendantOf } from './casts.ts'
import { type Customer, createCustomer } from './customers.ts'
import { commit } from './faults.ts'
import { type PageTalk, customerOfPage, openPage } from './page.ts'
import type { Fault, PlannedFault, Words } from './schedule.ts'
import { type House, type Stage, placeOf } from './stage.ts'
import { type Visits, openVisits } from './visits.ts'

/** What goes on in one company. */
export interface Talk {
  house: House
  customers: Customer[]
  attendants: Attendant[]
  /** By customer. */
  tickets: number[]
  /** Undefined: there is no browser, and everybody is attended over HTTP. */
  page: PageTalk | undefined
  /** Undefined: nobody comes and goes. */
  visits: Visits | undefined
}

interface Options {
  hasPage: boolean
}

/** Everybody has said hello, and each customer has somebody who attends. */
export async function beginTalk(house: House, { hasPage }: Options): Promise<Talk> {
  const { cast, company, companyId, contacts, sql } = house
  const customers = contacts.map((contact) => createCustomer(contact, company.phone, cast.verb))
  const attendants: Attendant[] = []
  for (let nth = 0; nth < cast.attendants; nth += 1)
    attendants.push(await createAttendant(house, `${cast.letter}${nth}`, placeOf(house, nth)))
  await Promise.all(customers.map((customer) => customer.say('text')))
  const tickets = await eventually(async () => {
    const rows = await sql(`
      select c.name, t.id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where t.company_id = ${companyId} order by c.name`)
    if (rows.length < customers.length) throw new Error(`there are ${rows.length} tickets`)
    return rows.map(({ id }) => Number(id))
  }, 60_000)
  const page = hasPage ? await openPage(house) : undefined
  for (const [customer, ticketId] of tickets.entries())
    if (!page || customer !== customerOfPage) await attendants[attendantOf(cast, customer)]?.accept(ticketId)
  return { house, customers, attendants, tickets, page, visits: await openVisits(house) }
}

/** Everybody who writes from a phone. */
export const everybody = ({ customers, visits }: Talk): Customer[] => [...customers, ...(visits?.visitors ?? [])]

/** Everybody who answers them, but the page. */
export const allAttendants = ({ attendants, visits }: Talk): Attendant[] => [
  ...attendants,
  ...(visits ? [visits.attendant] : []),
]

/** Tells how many ms after it was made it is asked. */
export type Clock = () => number

export function startClock(): Clock {
  const begun = performance.now()
  return () => performance.now() - begun
}

const until = (clock: Clock, at: number) => pause(Math.max(0, at - clock()))

/** All that is planned, at its time or as soon as those who do it are free. */
export async function play(talk: Talk, words: Words, clock: Clock): Promise<void> {
  const { customers, attendants, tickets, page, visits } = talk
  await Promise.all([
    ...words.customersWords.map(async ({ at, customer, kind }) => {
      await until(clock, at)
      await customers[customer]?.say(kind)
    }),
    ...words.attendantsWords.map(async ({ at, attendant, customer, ...word }) => {
      await until(clock, at)
      if (page && customer === customerOfPage) await page.say()
      else await attendants[attendant]?.say(tickets[customer] ?? 0, word)
    }),
    ...words.visits.map(async (visit) => {
      await until(clock, visit.at)
      await visits?.take(visit)
    }),
  ])
}

/** Breaks what is planned, at its time or as soon as it is whole again. */
export async function breakThings(
  stage: Stage,
  faults: readonly PlannedFault[],
  { clock, tell }: { clock: Clock; tell: (what: string) => void },
): Promise<void> {
  let processes = Promise.resolve()
  await Promise.all(
    faults.map(async ({ at, fault }) => {
      await until(clock, at)
      // A process is killed or frozen only once it is back from the last time.
      if (fault.kind === 'kill' || fault.kind === 'freeze') await (processes = processes.then(() => breakIt(fault)))
      else await breakIt(fault)
    }),
  )

  async function breakIt(fault: Fault): Promise<void> {
    tell(`${(clock() / 1000).toFixed(1)} s: ${JSON.stringify(fault)}`)
    await commit(stage, fault)
  }
}
