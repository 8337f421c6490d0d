import type { SheetCheck, SheetField, SheetProblem } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { contactsByNumber } from '#modules/contacts'
import { isParsed, isProblem, parseRow } from './parse-row.ts'
import { waitingRows } from './sheets.repository.ts'

const mostRows = 2000
export const shownProblems = 100

/** What an import would do with the rows, without doing it. */
export async function checkSheet(
  { units }: Pick<Deps, 'units'>,
  actor: UserActor,
  { id, titles, fields }: { id: number; titles: readonly string[]; fields: readonly SheetField[] },
): Promise<SheetCheck> {
  const seen = new Set<string>()
  const problems: SheetProblem[] = []
  const counts = { created: 0, known: 0, repeated: 0, failed: 0 }
  let after = 0
  for (;;) {
    const from = after
    const { rows, numbers } = await units.read(actor, async (ctx) => {
      const found = await waitingRows(ctx, id, { after: from, most: mostRows })
      const parsed = found.map((row) => parseRow(row, { titles, fields }))
      const numbers = parsed.filter(isParsed).map(({ number }) => number)
      return { rows: parsed, numbers: await contactsByNumber(ctx, numbers) }
    })
    const refused = rows.filter(isProblem)
    counts.failed += refused.length
    problems.push(...refused.slice(0, shownProblems - problems.length))
    for (const { key, contact_id } of numbers) {
      if (seen.has(key)) counts.repeated += 1
      else if (contact_id === null) counts.created += 1
      else counts.known += 1
      seen.add(key)
    }
    const last = rows.at(-1)
    if (!last) return { ...counts, problems }
    after = last.line
  }
}
