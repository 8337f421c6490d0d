import { readFile, stat } from 'node:fs/promises'
import { type DateCells, dateText, patternOf } from '../date-cells.ts'
import { type SheetLimits, type SheetRow, SheetError, longestText } from '../sheet-rows.ts'
import { numberText } from '../workbook-rows.ts'
import { openCompoundFile } from './compound-file.ts'
import { type Record, createRecordReader, kinds, recordsOf } from './records.ts'

/** The format is read as a whole, so its limits are small (S50). The size is in bytes. */
const most = { size: 5 * 1_048_576, rows: 50_000, columns: 50 }
/** In days: between the first days that workbooks of Windows and of old Macs count from. */
const from1904 = 1462

/** The rows of the first visible sheet of a workbook as Excel wrote them until 2003 (xls). */
export async function* oldWorkbookRows(path: string, limits: SheetLimits): AsyncGenerator<SheetRow> {
  if ((await stat(path)).size > most.size) throw new SheetError('large')
  const file = openCompoundFile(await readFile(path))
  // A newer workbook with a password is kept in such a file too.
  if (file.has('EncryptedPackage')) throw new SheetError('encrypted')
  if (file.has('_VBA_PROJECT_CUR')) throw new SheetError('macros')
  const stream = file.read('Workbook')
  // Documents of other programs, and workbooks from before 1997.
  if (!stream) throw new SheetError(file.has('Book') ? 'broken' : 'type')
  const book = readBook(stream)
  const mostRows = Math.min(limits.rows, most.rows)
  const rows = readCells(stream, book, { rows: mostRows, columns: Math.min(limits.columns, most.columns) })
  for (const [row, cells] of [...rows].toSorted(([one], [other]) => one - other)) {
    const filled = Array.from(cells, (cell) => (cell ?? '').trim())
    if (filled.some((cell) => cell !== '')) yield { line: row + 1, cells: filled }
  }
}

interface Book {
  /** Where the sheet begins. */
  sheet: number
  shared: string[]
  dates: DateCells
}

function readBook(stream: Buffer): Book {
  const sheets: number[] = []
  let shared: string[] = []
  let offset = 0
  const formats = new Map<number, string>()
  const styles: number[] = []
  for (const record of recordsOf(stream)) {
    const reader = createRecordReader(record)
    if (record.kind === kinds.end) break
    if (record.kind === kinds.begin && reader.short() !== 0x06_00) throw new SheetError('broken')
    if (record.kind === kinds.password) throw new SheetError('encrypted')
    if (record.kind === kinds.date1904) offset = reader.short() === 1 ? from1904 : 0
    if (record.kind === kinds.sharedTexts) shared = textsOf(record)
    if (record.kind === kinds.sheet) {
      const at = reader.long()
      const [isHidden, isOther] = [reader.byte() & 3, reader.byte()]
      if (!isHidden && !isOther) sheets.push(at)
    }
    if (record.kind === kinds.format) formats.set(reader.short(), reader.text(reader.short()))
    if (record.kind === kinds.style) {
      reader.skip(2)
      styles.push(reader.short())
    }
  }
  const [sheet] = sheets
  if (sheet === undefined) throw new SheetError('broken')
  return { sheet, shared, dates: { patterns: styles.map((id) => patternOf(id, formats.get(id))), offset } }
}

function textsOf(record: Record): string[] {
  const reader = createRecordReader(record)
  reader.skip(8)
  const texts: string[] = []
  while (!reader.isAtEnd()) texts.push(reader.text(reader.short()).slice(0, longestText))
  return texts
}

/** Rows by their number from 0 on. */
function readCells(
  stream: Buffer,
  { sheet, shared, dates }: Book,
  { rows: mostRows, columns }: { rows: number; columns: number },
): Map<number, (string | undefined)[]> {
  const rows = new Map<number, (string | undefined)[]>()
  let formula: { row: number; column: number } | undefined
  /** Charts within the sheet have records of their own. */
  let depth = 0
  for (const record of recordsOf(stream, sheet)) {
    const reader = createRecordReader(record)
    if (record.kind === kinds.begin) depth += 1
    if (record.kind === kinds.end && (depth -= 1) <= 0) break
    if (depth !== 1) continue
    if (record.kind === kinds.formulaText && formula) put(formula.row, formula.column, reader.text(reader.short()))
    else if (isCell(record.kind)) readCell(record)
  }
  return rows

  function readCell(record: Record) {
    const reader = createRecordReader(record)
    const [row, column] = [reader.short(), reader.short()]
    if (record.kind === kinds.numbers) return readNumbers(record, row, column)
    const style = reader.short()
    if (record.kind === kinds.sharedText) put(row, column, shared[reader.long()] ?? '')
    if (record.kind === kinds.text || record.kind === kinds.richText) put(row, column, reader.text(reader.short()))
    if (record.kind === kinds.shortNumber) put(row, column, numberOf(shortNumber(reader.long()), style))
    if (record.kind === kinds.flag) {
      const [value, isError] = [reader.byte(), reader.byte()]
      put(row, column, isError ? '' : String(value === 1))
    }
    if (record.kind !== kinds.number && record.kind !== kinds.formula) return
    const value = Buffer.from(Array.from({ length: 8 }, () => reader.byte()))
    // The result of a formula that is no number: a text follows in a record of its own.
    const isOther = record.kind === kinds.formula && value.readUInt16LE(6) === 0xff_ff
    formula = isOther && value[0] === 0 ? { row, column } : undefined
    if (!isOther) put(row, column, numberOf(value.readDoubleLE(0), style))
    else if (value[0] === 1) put(row, column, String(value[2] === 1))
  }

  /** Several numbers beside each other. */
  function readNumbers({ parts: [bytes] }: Record, row: number, first: number) {
    const count = bytes ? Math.floor((bytes.length - 6) / 6) : 0
    for (let nth = 0; nth < count && bytes; nth += 1) {
      const at = 4 + nth * 6
      put(row, first + nth, numberOf(shortNumber(bytes.readUInt32LE(at + 2)), bytes.readUInt16LE(at)))
    }
  }

  function numberOf(value: number, style: number): string {
    const text = String(value)
    return dateText(dates, style, text) ?? numberText(text)
  }

  function put(row: number, column: number, text: string) {
    if (column >= columns) return
    const cells = rows.get(row) ?? []
    if (cells.length === 0 && rows.size >= mostRows) throw new SheetError('large')
    cells[column] = text.slice(0, longestText)
    rows.set(row, cells)
  }
}

const cellKinds: ReadonlySet<number> = new Set([
  kinds.formula,
  kinds.numbers,
  kinds.richText,
  kinds.sharedText,
  kinds.number,
  kinds.text,
  kinds.flag,
  kinds.shortNumber,
])
const isCell = (kind: number) => cellKinds.has(kind)

/** A number in four bytes: an integer or the beginning of a float, maybe times a hundred. */
function shortNumber(stored: number): number {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt32LE((stored & ~3) >>> 0, 4)
  const value = stored & 2 ? (stored | 0) >> 2 : bytes.readDoubleLE(0)
  return stored & 1 ? value / 100 : value
}
