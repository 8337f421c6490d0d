import { audit } from '#platform/audit'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { workbookOf } from '#platform/sheets/write-workbook'
import { companyTexts } from '#modules/companies'
import { accessImport } from './access-import.ts'
import { nextRefusals } from './tables/imports.repository.ts'

const batch = 1000

/**
 * The refused rows as they were in the sheet, with number and reason, so that they can be corrected in the same file
 * and imported again. Read in batches while it is sent.
 */
export async function refusedRows(
  { units }: Pick<Deps, 'units'>,
  actor: UserActor,
  importId: number,
): Promise<AsyncIterable<Buffer>> {
  const { titles, texts } = await units.run(actor, async (ctx) => {
    const { id, titles: columns } = await accessImport(ctx, importId)
    await audit(ctx, { action: 'contacts.exported', object: 'sheet', objectId: id })
    return { titles: columns, texts: (await companyTexts(ctx)).refusedSheet }
  })
  const columns = [...titles, texts.line, texts.reason].map((title) => ({ title, width: 24 }))
  return workbookOf(columns, rows())

  async function* rows(): AsyncGenerator<string[][]> {
    let after = 0
    for (;;) {
      const from = after
      const refusals = await units.read(actor, (ctx) => nextRefusals(ctx, importId, { after: from, most: batch }))
      yield refusals.map(({ line, problem: { field, rule, text }, cells }) => [
        ...titles.map((_title, nth) => cells[nth] ?? ''),
        String(line),
        `${field === 'variable' ? text : texts.fields[field]}: ${texts.rules[rule]}`,
      ])
      const last = refusals.at(-1)
      if (!last || refusals.length < batch) return
      after = last.line
    }
  }
}
