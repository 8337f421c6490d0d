import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { numbersPage } from '#test/numbers/numbers-page'

test('docs/numbers.md says what the definitions say', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../../docs/numbers.md'), 'utf8')

  expect(page, 'node scripts/run.mjs numbers').toBe(numbersPage())
})
