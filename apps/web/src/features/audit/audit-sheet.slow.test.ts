import { limits } from '@guiche/contract'
import { expect, test } from 'vitest'
import { cellsOf, entry, speakAllLanguages } from '../../../test/audit-cells.ts'

speakAllLanguages()

test('the table of the log says that older entries are missing when it has the most that an export has', async () => {
  const rows = await cellsOf(Array.from({ length: limits.auditExport }, () => entry({})))
  expect(rows).toHaveLength(limits.auditExport + 2)
  expect(rows.at(-1)).toEqual([
    `Só as ${limits.auditExport} entradas mais recentes estão nesta tabela. Filtre para ver as outras.`,
  ])
})
