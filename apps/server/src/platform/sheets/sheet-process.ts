import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { csvRows } from './csv-rows.ts'
import { SheetError, type SheetRow } from './sheet-rows.ts'
import { workbookRows } from './workbook-rows.ts'

/*
 * The program of the process that reads one sheet (S50): its arguments are the path and the limits, and it prints lines of
 * JSON. A list is a batch of rows, a word is the result.
 */

const [path = '', rows = '', columns = ''] = process.argv.slice(2)
const limits = { rows: Number(rows), columns: Number(columns) }
const batchSize = 500

async function printRows() {
  let batch: SheetRow[] = []
  for await (const row of (await isZip()) ? workbookRows(path, limits) : csvRows(path, limits)) {
    batch.push(row)
    if (batch.length < batchSize) continue
    await print(batch)
    batch = []
  }
  if (batch.length > 0) await print(batch)
}

async function isZip(): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(4))
    return buffer.equals(Buffer.from('PK\u0003\u0004'))
  } finally {
    await file.close()
  }
}

/** Waits while the reader is slow, so that nothing piles up here. */
async function print(line: unknown) {
  if (!process.stdout.write(`${JSON.stringify(line)}\n`)) await once(process.stdout, 'drain')
}

try {
  await printRows()
  await print('done')
} catch (error) {
  await print(error instanceof SheetError ? error.reason : 'broken')
}
