import type { Schedule } from './schedule.ts'
import type { Testbed } from './testbed.ts'
import { readMessages } from './stored.ts'
import { type Talk, allAttendants, allCustomers } from './talk.ts'

/** Summarizes the injected faults and what was said, stored and received. */
export async function report(
  { main }: Testbed,
  { talks, schedule, seed }: { talks: readonly Talk[]; schedule: Schedule; seed: number },
): Promise<string> {
  const rows = (await Promise.all(talks.map((talk) => readMessages(talk.tenant)))).flat()
  const kinds = Object.groupBy(schedule.faults, ({ fault }) => fault.kind)
  const broken = Object.entries(kinds).map(([kind, all]) => `${kind} ${all.length}`)
  const attendants = talks.flatMap(allAttendants)
  const customers = talks.flatMap(allCustomers)
  const said = sum(customers.map((customer) => customer.said.length))
  const heard = sum(customers.map((customer) => customer.heard().length))
  const came = rows.filter(({ from_me }) => !from_me).length
  const left = rows.length - came
  const catchUps = attendants.map(({ view }) => view.catchUps)
  const hasPage = talks.some(({ page }) => page)
  return [
    '',
    `Seed ${seed}: customers sent ${said} messages, ${came} are stored; ${left} were sent by the companies, ${heard} are on phones; ${attendants.length} attendants${hasPage ? ' and a page' : ''}, ${talks.length} companies.`,
    `Faults: ${broken.join(', ')}.`,
    `Decrypted at the second try: ${main.askedAgain.size}.`,
    `Caught up ${sum(catchUps.map(({ asked }) => asked))} times, ${sum(catchUps.map(({ resync }) => resync))} times told to refetch everything.`,
    '',
  ].join('\n')
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
