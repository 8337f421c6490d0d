import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { unguarded } from '@guiche/contract'
import { AppError } from '../errors.ts'
import { storableText } from '../text.ts'
import type { SheetLimits, SheetRefusal, SheetRow } from './sheet-rows.ts'

export type { SheetLimits, SheetRow } from './sheet-rows.ts'

const program = fileURLToPath(new URL('./sheet-process.ts', import.meta.url))

/** In MB, without the shared texts of a workbook, which have a limit of their own. */
const mostMemory = 144

const refusals: Record<SheetRefusal, () => AppError> = {
  type: () => new AppError('ERR_FILE_TYPE', 415),
  large: () => new AppError('ERR_SHEET_TOO_LARGE', 413),
  broken: () => new AppError('ERR_SHEET_UNREADABLE', 400),
  encrypted: () => new AppError('ERR_SHEET_ENCRYPTED', 400),
  macros: () => new AppError('ERR_SHEET_MACROS', 400),
}
type Result = SheetRefusal | 'done'

/**
 * Reads the rows of a sheet (xlsx, xls or csv) in batches. A process of its own reads it, with limits of time and
 * memory, so that a hostile file cannot stop this one (S50). A batch has about a megabyte, and no more than two are in
 * memory, however slow the caller is. `time`: how long the process may work, in ms. Throws ERR_FILE_TYPE,
 * ERR_SHEET_TOO_LARGE, ERR_SHEET_UNREADABLE, ERR_SHEET_ENCRYPTED or ERR_SHEET_MACROS.
 */
export async function* readSheet(
  path: string,
  { time, ...limits }: SheetLimits & { time: number },
): AsyncGenerator<SheetRow[]> {
  const child = spawn(process.execPath, [`--max-old-space-size=${mostMemory}`, program, path, JSON.stringify(limits)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {},
  })
  // A process that could not be started has no result, and neither has one that was killed.
  child.once('error', () => undefined)
  const clock = createClock(child, time)
  let result: Result | undefined
  try {
    clock.go()
    for await (const line of linesOf(child.stdout)) {
      clock.rest()
      const told: SheetRow[] | Result = JSON.parse(line)
      if (typeof told === 'string') result = told
      else yield told.map((row) => ({ line: row.line, cells: row.cells.map((cell) => unguarded(storableText(cell))) }))
      clock.go()
    }
  } finally {
    clock.rest()
    child.kill('SIGKILL')
  }
  // Killed for its time or memory: the file is too large, whatever it says.
  if (result !== 'done') throw refusals[result ?? 'large']()
}

/** Kills the process after the time that somebody has waited for it; while its rows are used, it does not run. */
function createClock(child: ChildProcess, time: number): { go(): void; rest(): void } {
  let left = time
  let since: number | undefined
  let timer: NodeJS.Timeout | undefined
  return {
    go() {
      since = performance.now()
      timer = setTimeout(() => child.kill('SIGKILL'), Math.max(0, left))
    },
    rest() {
      clearTimeout(timer)
      if (since !== undefined) left -= performance.now() - since
      since = undefined
    },
  }
}

/** Reads no more than it is asked for. The reader of Node keeps a thousand lines. */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let parts: Buffer[] = []
  for await (const chunk of stream) {
    let rest: Buffer = chunk
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      parts.push(rest.subarray(0, end))
      const line = Buffer.concat(parts).toString()
      parts = []
      rest = rest.subarray(end + 1)
      yield line
    }
    parts.push(rest)
  }
}
