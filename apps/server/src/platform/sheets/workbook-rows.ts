import { withoutCodes } from './cell-text.ts'
import { type DateCells, datePatterns, dateText } from './date-cells.ts'
import { type SharedTexts, createSharedTexts } from './shared-texts.ts'
import { type SheetLimits, type SheetRow, SheetError, longestText } from './sheet-rows.ts'
import { type XmlHandlers, createXmlReader, readXml } from './xml-reader.ts'
import { type Zip, openZip } from './zip-reader.ts'

/** The rows of the first visible sheet of a workbook (xlsx). */
export async function* workbookRows(path: string, limits: SheetLimits): AsyncGenerator<SheetRow> {
  const zip = await openZip(path, limits.inflated)
  if (zip.has('xl/vbaProject.bin')) throw new SheetError('macros')
  const { sheet, offset } = await readDirectory(zip)
  const values = { shared: await sharedTexts(zip), dates: { patterns: await datePatterns(zip), offset } }
  const rows: SheetRow[] = []
  const reader = createXmlReader(sheetReader(values, limits, (row) => rows.push(row)))
  for await (const bytes of zip.open(sheet)) {
    reader.write(bytes)
    yield* rows.splice(0)
  }
  reader.end()
  yield* rows
}

const ignored = { open: () => undefined, text: () => undefined, close: () => undefined }

/** In days: between the first days that workbooks of Windows and of old Macs count from. */
const from1904 = 1462

/** The path of the first visible sheet, and the day that its dates count from. */
async function readDirectory(zip: Zip): Promise<{ sheet: string; offset: number }> {
  if (!zip.has('xl/workbook.xml')) throw new SheetError('type')
  const links: string[] = []
  let offset = 0
  await readXml(zip.open('xl/workbook.xml'), {
    ...ignored,
    open: (name, attribute) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attribute('date1904') ?? '')) offset = from1904
      if (name !== 'sheet' || attribute('state')?.toLowerCase().includes('hidden')) return
      links.push(attribute('id') ?? '')
    },
  })
  const targets = new Map<string, string>()
  const relations = 'xl/_rels/workbook.xml.rels'
  if (zip.has(relations))
    await readXml(zip.open(relations), {
      ...ignored,
      open: (name, attribute) => {
        if (name === 'Relationship') targets.set(attribute('Id') ?? '', attribute('Target') ?? '')
      },
    })
  const target = targets.get(links[0] ?? '') ?? 'worksheets/sheet1.xml'
  const sheet = target.startsWith('/') ? target.slice(1) : `xl/${target}`
  if (!zip.has(sheet)) throw new SheetError('broken')
  return { sheet, offset }
}

/** Workbooks keep each different text once, and cells refer to it. */
async function sharedTexts(zip: Zip): Promise<SharedTexts> {
  const texts = createSharedTexts()
  const path = 'xl/sharedStrings.xml'
  if (!zip.has(path)) return texts
  let isText = false
  let isReading = false
  let current = ''
  await readXml(zip.open(path), {
    open: (name) => {
      if (name === 'si') current = ''
      // Phonetic guides of East Asian texts are not part of the text.
      if (name === 'rPh') isReading = true
      if (name === 't') isText = !isReading
    },
    text: (text) => {
      if (isText) current = (current + text).slice(0, longestText)
    },
    close: (name) => {
      if (name === 't') isText = false
      if (name === 'rPh') isReading = false
      if (name === 'si') texts.add(withoutCodes(current))
    },
  })
  return texts
}

/** What cells refer to. */
interface Values {
  shared: SharedTexts
  dates: DateCells
}

function sheetReader(values: Values, { rows, columns }: SheetLimits, onRow: (row: SheetRow) => void): XmlHandlers {
  let line = 0
  let count = 0
  let cells: string[] = []
  let column = -1
  let kind = ''
  let style = 0
  let isValue = false
  let isReading = false
  let value = ''
  return {
    open: (name, attribute) => {
      if (name === 'row') {
        line = lineOf(attribute('r'), line)
        cells = []
        column = -1
      }
      if (name === 'c') {
        column = columnOf(attribute('r')) ?? column + 1
        kind = attribute('t') ?? 'n'
        style = Number(attribute('s') ?? 0)
        value = ''
      }
      if (name === 'rPh') isReading = true
      if (name === 'v' || name === 't') isValue = !isReading
    },
    text: (text) => {
      if (isValue) value = (value + text).slice(0, longestText)
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      if (name === 'rPh') isReading = false
      if (name === 'c' && column < columns) cells[column] = cellText({ kind, style, value }, values).trim()
      if (name !== 'row') return
      const filled = Array.from(cells, (cell) => cell ?? '')
      if (filled.every((cell) => cell === '')) return
      if ((count += 1) > rows) throw new SheetError('large')
      onRow({ line, cells: filled })
    },
  }
}

/** Rows may be numbered, in growing order. */
function lineOf(written: string | undefined, before: number): number {
  const line = Number(written)
  return Number.isSafeInteger(line) && line > before && line < 2 ** 31 ? line : before + 1
}

/** From a reference such as `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function cellText(
  { kind, style, value }: { kind: string; style: number; value: string },
  { shared, dates }: Values,
): string {
  if (kind === 's') return shared.at(Number(value))
  if (kind === 'n') return dateText(dates, style, value) ?? numberText(value)
  if (kind === 'e') return ''
  return kind === 'b' ? String(value === '1') : withoutCodes(value)
}

/** Long numbers are stored like `5.511988887777E12`. */
export function numberText(value: string): string {
  const number = Number(value)
  return value !== '' && Number.isSafeInteger(number) ? String(number) : value
}
