import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { numbersPage } from '../apps/server/test/numbers/numbers-page.ts'

/** Writes docs/numbers.md after a change of a definition. */
export async function writeNumbers(): Promise<number> {
  writeFileSync(join(import.meta.dirname, '../docs/numbers.md'), numbersPage())
  return 0
}
