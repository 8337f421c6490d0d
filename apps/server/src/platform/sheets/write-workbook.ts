import { guarded } from '@guiche/contract'
import { asXml } from './cell-text.ts'
import { lettersOf } from './column-letters.ts'
import { zipped } from './zip-writer.ts'

export interface SheetColumn {
  title: string
  /** In characters. */
  width: number
}

/**
 * A workbook (xlsx) with one sheet of texts, made while it is read, so that its size does not matter. Every cell is text:
 * phone numbers keep their digits, and nothing is a formula (S49).
 */
export function workbookOf(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<Buffer> {
  return zipped([
    { name: '[Content_Types].xml', content: [contentTypes] },
    { name: '_rels/.rels', content: [packageLinks] },
    { name: 'xl/workbook.xml', content: [workbook] },
    { name: 'xl/_rels/workbook.xml.rels', content: [workbookLinks] },
    { name: 'xl/styles.xml', content: [styles] },
    { name: 'xl/worksheets/sheet1.xml', content: sheetOf(columns, rows) },
  ])
}

async function* sheetOf(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<string> {
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

const contentTypes = `${xml}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`
const packageLinks = `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
const workbook = `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`
const workbookLinks = `${xml}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`

const textStyle = 1
const titleStyle = 2
/** Format 49 is text, so a number that is typed over a cell keeps its digits too. */
const styles = `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`
