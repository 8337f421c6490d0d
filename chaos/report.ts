import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import { readMessages } from './stored.ts'
import { type Talk, allAttendants, everybody } from './talk.ts'

/** What was done to it, and what became of it. */
export async function report(
  { house }: Stage,
  { talks, schedule, seed }: { talks: readonly Talk[]; schedule: Schedule; seed: number },
): Promise<string> {
  const rows = (await Promise.all(talks.map((talk) => readMessages(talk.house)))).flat()
  const kinds = Object.groupBy(schedule.faults, ({ fault }) => fault.kind)
  const broken = Object.entries(kinds).map(([kind, all]) => `${kind} ${all.length}`)
  const attendants = talks.flatMap(allAttendants)
  const customers = talks.flatMap(everybody)
  const said = sum(customers.map((customer) => customer.said.length))
  const heard = sum(customers.map((customer) => customer.heard().length))
  const came = rows.filter(({ from_me }) => !from_me).length
  const left = rows.length - came
  const catchUps = attendants.map(({ view }) => view.catchUps)
  const hasPage = talks.some(({ page }) => page)
  return [
    '',
    `Seed ${seed}: customers said ${said}, ${came} are stored; ${left} went out, ${heard} are on phones; ${attendants.length} attendants${hasPage ? ' and a page' : ''}, ${talks.length} companies.`,
    `Faults: ${broken.join(', ')}.`,
    `Read at the second try: ${house.askedAgain.size}.`,
    `Caught up ${sum(catchUps.map(({ asked }) => asked))} times, ${sum(catchUps.map(({ resync }) => resync))} times told to fetch everything anew.`,
    '',
  ].join('\n')
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
