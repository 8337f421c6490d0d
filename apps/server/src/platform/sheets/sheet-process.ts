import { readFileSync, writeSync } from 'node:fs'
import { csvRows } from './csv-rows.ts'
import { SheetError, type SheetRow } from './sheet-rows.ts'
import { readWorkbook } from './workbook-rows.ts'

/*
 * The program of the process that reads one sheet (S50): its arguments are the path and the limits, and it prints lines of
 * JSON. A list is a batch of rows, a word is the result.
 */

const [path = '', rows = '', columns = ''] = process.argv.slice(2)
const limits = { rows: Number(rows), columns: Number(columns) }
const batchSize = 500

let batch: SheetRow[] = []

function onRow(row: SheetRow) {
  batch.push(row)
  if (batch.length === batchSize) printBatch()
}

function printBatch() {
  if (batch.length > 0) print(batch)
  batch = []
}

/** Waits while the reader is slow, so that nothing piles up here. */
function print(line: unknown) {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
  let sent = 0
  while (sent < bytes.length) sent += writeSome(bytes, sent)
}

function writeSome(bytes: Buffer, from: number): number {
  try {
    return writeSync(1, bytes, from)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
      return 0
    }
    throw error
  }
}

try {
  const bytes = readFileSync(path)
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
  if (isZip) await readWorkbook(bytes, limits, onRow)
  else for (const row of csvRows(bytes, limits)) onRow(row)
  printBatch()
  print('done')
} catch (error) {
  print(error instanceof SheetError ? error.reason : 'broken')
}
