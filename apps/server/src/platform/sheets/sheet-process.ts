import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { csvRows } from './csv-rows.ts'
import { SheetError, type SheetLimits, type SheetRow } from './sheet-rows.ts'
import { workbookRows } from './workbook-rows.ts'
import { oldWorkbookRows } from './old-workbook/old-workbook-rows.ts'

/*
 * The program of the process that reads one sheet (S50): its arguments are the path and the limits, and it prints lines of
 * JSON. A list is a batch of rows, a word is the result.
 */

const [path = '', given = ''] = process.argv.slice(2)
const limits: SheetLimits = JSON.parse(given)
/** A batch ends with the row that reaches one of these; the second one is in bytes. */
const fullBatch = { rows: 500, bytes: 1_048_576 }

async function printRows() {
  let batch: string[] = []
  let bytes = 0
  let total = 0
  for await (const row of await rowsOf()) {
    const text = JSON.stringify(row)
    const size = Buffer.byteLength(text)
    if ((total += size) > limits.text) throw new SheetError('large')
    batch.push(text)
    bytes += size
    if (batch.length < fullBatch.rows && bytes < fullBatch.bytes) continue
    await print(`[${batch.join(',')}]`)
    batch = []
    bytes = 0
  }
  if (batch.length > 0) await print(`[${batch.join(',')}]`)
}

/** The first bytes tell the kind of a file, whatever its name says. */
async function rowsOf(): Promise<AsyncIterable<SheetRow>> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(8))
    if (buffer.toString('latin1', 0, 4) === 'PK\u0003\u0004') return workbookRows(path, limits)
    return buffer.toString('hex') === 'd0cf11e0a1b11ae1' ? oldWorkbookRows(path, limits) : csvRows(path, limits)
  } finally {
    await file.close()
  }
}

/** Waits while the reader is slow, so that nothing piles up here. */
async function print(line: string) {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}

try {
  await printRows()
  await print('"done"')
} catch (error) {
  await print(JSON.stringify(error instanceof SheetError ? error.reason : 'broken'))
}
