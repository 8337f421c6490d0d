import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('each migration has a number of its own: their order is the same everywhere', () => {
  const numbers = readdirSync(join(import.meta.dirname, '../../../migrations'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => Number(name.slice(0, 4)))
    .toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})
