import { guarded } from '@guiche/contract'
import { asXml } from './cell-text.ts'
import { lettersOf } from './column-letters.ts'
import { type ZipPart, zipped } from './zip-writer.ts'

export interface SheetColumn {
  title: string
  /** In characters. */
  width: number
}

type Rows = readonly (readonly string[])[]

/** Spreadsheet programs take no more on a sheet, the titles among them. */
const mostOnSheet = 1_048_576

/**
 * A workbook (xlsx) of texts, made while it is read, so that its size does not matter: what does not fit on a sheet goes on
 * the next one. Every cell is text: phone numbers keep their digits, and nothing is a formula (S49).
 */
export const workbookOf = (
  columns: readonly SheetColumn[],
  rows: AsyncIterable<Rows>,
  most = mostOnSheet,
): AsyncGenerator<Buffer> => zipped(partsOf(columns, sheetsOf(rows, most - 1)))

/** How many sheets there are is known at the end. */
async function* partsOf(
  columns: readonly SheetColumn[],
  sheets: AsyncIterable<AsyncIterable<Rows>>,
): AsyncGenerator<ZipPart> {
  const numbers: number[] = []
  for await (const rows of sheets) {
    numbers.push(numbers.length + 1)
    yield { name: `xl/worksheets/sheet${numbers.length}.xml`, content: sheetOf(columns, rows) }
  }
  yield { name: 'xl/styles.xml', content: [styles] }
  yield { name: 'xl/workbook.xml', content: [workbookWith(numbers)] }
  yield { name: 'xl/_rels/workbook.xml.rels', content: [linksTo(numbers)] }
  yield { name: '_rels/.rels', content: [packageLinks] }
  yield { name: '[Content_Types].xml', content: [contentTypes(numbers)] }
}

/** The rows of each sheet, to be read one sheet after the other. The first may be empty. */
async function* sheetsOf(rows: AsyncIterable<Rows>, most: number): AsyncGenerator<AsyncIterable<Rows>> {
  const batches = rows[Symbol.asyncIterator]()
  let left: Rows = []
  const isThere = async () => {
    while (left.length === 0) {
      const next = await batches.next()
      if (next.done) return false
      left = next.value
    }
    return true
  }
  do yield sheet()
  while (await isThere())

  async function* sheet(): AsyncGenerator<Rows> {
    for (let room = most; room > 0 && (await isThere());) {
      const part = left.slice(0, room)
      left = left.slice(part.length)
      room -= part.length
      yield part
    }
  }
}

async function* sheetOf(columns: readonly SheetColumn[], rows: AsyncIterable<Rows>): AsyncGenerator<string> {
  const widths = columns.map(
    ({ width }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${textStyle}" customWidth="1"/>`,
  )
  yield `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  let number = 1
  yield rowOf(
    number,
    columns.map(({ title }) => title),
    titleStyle,
  )
  for await (const batch of rows) yield batch.map((cells) => rowOf((number += 1), cells, textStyle)).join('')
  yield '</sheetData></worksheet>'
}

function rowOf(number: number, cells: readonly string[], style: number): string {
  const filled = cells.map((text, index) =>
    text === ''
      ? ''
      : `<c r="${lettersOf(index)}${number}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${asXml(guarded(text))}</t></is></c>`,
  )
  return `<row r="${number}">${filled.join('')}</row>`
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = (sheets: readonly number[]) =>
  `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${sheets.map((nth) => `<Override PartName="/xl/worksheets/sheet${nth}.xml" ContentType="${types}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`
const packageLinks = `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const workbookWith = (sheets: readonly number[]) =>
  `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map((nth) => `<sheet name="${nth}" sheetId="${nth}" r:id="sheet${nth}"/>`).join('')}</sheets></workbook>`
const linksTo = (sheets: readonly number[]) =>
  `${xml}<Relationships xmlns="${packages}/relationships">${sheets.map((nth) => `<Relationship Id="sheet${nth}" Type="${office}/worksheet" Target="worksheets/sheet${nth}.xml"/>`).join('')}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`

const textStyle = 1
const titleStyle = 2
/** Format 49 is text, so a number that is typed over a cell keeps its digits too. */
const styles = `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`
