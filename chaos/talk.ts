import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../apps/server/test/world.ts'
import { type Attendant, createAttendant } from './attendants.ts'
import { type Customer, createCustomer } from './customers.ts'
import { commit } from './faults.ts'
import { type PageTalk, customerOfPage, openPage } from './page.ts'
import { type Fault, type Schedule, attendantOf, attendants as headcount } from './schedule.ts'
import { type Stage, placeOf } from './stage.ts'

export interface Talk {
  stage: Stage
  customers: Customer[]
  attendants: Attendant[]
  /** By customer. */
  tickets: number[]
  /** Undefined: there is no browser, and everybody is attended over HTTP. */
  page: PageTalk | undefined
}

/** Everybody has said hello, and each customer has somebody who attends. */
export async function beginTalk(stage: Stage): Promise<Talk> {
  const { office, contacts } = stage
  const customers = contacts.map((contact) => createCustomer(contact, office.phone))
  const attendants: Attendant[] = []
  for (let nth = 0; nth < headcount; nth += 1)
    attendants.push(await createAttendant(office, `a${nth}`, placeOf(office, nth)))
  await Promise.all(customers.map((customer) => customer.say('text')))
  const tickets = await eventually(async () => {
    const rows = await office.sql(`
      select c.name, t.id from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id order by c.name`)
    if (rows.length < customers.length) throw new Error(`there are ${rows.length} tickets`)
    return rows.map(({ id }) => Number(id))
  }, 60_000)
  const page = await openPage(stage)
  for (const [customer, ticketId] of tickets.entries())
    if (!page || customer !== customerOfPage) await attendants[attendantOf(customer)]?.accept(ticketId)
  return { stage, customers, attendants, tickets, page }
}

/** All that is planned, at its time or as soon as those who do it are free. */
export async function play(talk: Talk, schedule: Schedule, tell: (what: string) => void): Promise<void> {
  const { customers, attendants, tickets, stage, page } = talk
  const begun = performance.now()
  const until = (at: number) => pause(Math.max(0, at - (performance.now() - begun)))
  let processes = Promise.resolve()
  await Promise.all([
    ...schedule.customersWords.map(async ({ at, customer, kind }) => {
      await until(at)
      await customers[customer]?.say(kind)
    }),
    ...schedule.attendantsWords.map(async ({ at, attendant, customer, ...word }) => {
      await until(at)
      if (page && customer === customerOfPage) await page.say()
      else await attendants[attendant]?.say(tickets[customer] ?? 0, word)
    }),
    ...schedule.faults.map(async ({ at, fault }) => {
      await until(at)
      // A process is killed or frozen only once it is back from the last time.
      if (fault.kind === 'kill' || fault.kind === 'freeze') await (processes = processes.then(() => breakIt(fault)))
      else await breakIt(fault)
    }),
  ])

  async function breakIt(fault: Fault): Promise<void> {
    tell(`${((performance.now() - begun) / 1000).toFixed(1)} s: ${JSON.stringify(fault)}`)
    await commit(stage, fault)
  }
}
