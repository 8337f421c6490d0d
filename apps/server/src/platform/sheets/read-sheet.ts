import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { unguarded } from '@guiche/contract'
import { AppError } from '../errors.ts'
import { storableText } from '../text.ts'
import type { SheetLimits, SheetRow } from './sheet-rows.ts'

export type { SheetRow } from './sheet-rows.ts'

const program = fileURLToPath(new URL('./sheet-process.ts', import.meta.url))

/** In MB. */
const mostMemory = 384
/** In ms. */
const mostTime = 60_000

const refusals = {
  type: () => new AppError('ERR_FILE_TYPE', 415),
  large: () => new AppError('ERR_SHEET_TOO_LARGE', 413),
  broken: () => new AppError('ERR_SHEET_UNREADABLE', 400),
}
type Result = keyof typeof refusals | 'done'

/**
 * Reads the rows of a sheet (xlsx or csv) in batches. A process of its own reads it, with limits of time and memory, so
 * that a hostile file cannot stop this one (S50). A batch has about a megabyte, and all batches together no more than
 * `mostText`. Throws ERR_FILE_TYPE, ERR_SHEET_TOO_LARGE or ERR_SHEET_UNREADABLE.
 */
export async function* readSheet(path: string, limits: SheetLimits): AsyncGenerator<SheetRow[]> {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${mostMemory}`, program, path, String(limits.rows), String(limits.columns)],
    { stdio: ['ignore', 'pipe', 'ignore'], env: {}, timeout: mostTime, killSignal: 'SIGKILL' },
  )
  // A process that could not be started has no result, and neither has one that was killed.
  child.once('error', () => undefined)
  let result: Result | undefined
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const told: SheetRow[] | Result = JSON.parse(line)
      if (typeof told === 'string') result = told
      else yield told.map((row) => ({ line: row.line, cells: row.cells.map((cell) => unguarded(storableText(cell))) }))
    }
  } finally {
    child.kill('SIGKILL')
  }
  // Killed for its time or memory: the file is too large, whatever it says.
  if (result !== 'done') throw refusals[result ?? 'large']()
}
