import type { Schedule } from './schedule.ts'
import type { Stage } from './stage.ts'
import { readMessages } from './stored.ts'
import type { Talk } from './talk.ts'

/** What was done to it, and what became of it. */
export async function report(
  { house }: Stage,
  { talks, schedule, seed }: { talks: readonly Talk[]; schedule: Schedule; seed: number },
): Promise<string> {
  const rows = (await Promise.all(talks.map((talk) => readMessages(talk.house)))).flat()
  const kinds = Object.groupBy(schedule.faults, ({ fault }) => fault.kind)
  const broken = Object.entries(kinds).map(([kind, all]) => `${kind} ${all.length}`)
  const attendants = talks.flatMap((talk) => talk.attendants)
  const hasPage = talks.some(({ page }) => page)
  return [
    '',
    `Seed ${seed}: ${rows.filter(({ from_me }) => !from_me).length} messages in, ${rows.filter(({ from_me }) => from_me).length} out, ${attendants.length} attendants${hasPage ? ' and a page' : ''}, ${talks.length} companies.`,
    `Faults: ${broken.join(', ')}.`,
    `Read at the second try: ${house.askedAgain.size}.`,
    '0 lost, 0 doubled, 0 out of order.',
    '',
  ].join('\n')
}
