import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { workbookOf } from './write-workbook.ts'
import { zipped } from './zip-writer.ts'

const limits = { rows: 1000, columns: 10, text: 50 * 1_048_576, inflated: 512 * 1_048_576, time: 60_000 }
const paths: string[] = []
afterEach(async () => {
  for (const path of paths.splice(0)) await rm(path, { force: true })
})

async function collected(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of parts) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* batchesOf(bytes: Buffer | string, most = limits) {
  const path = join(tmpdir(), `sheet-${randomUUID()}`)
  paths.push(path)
  await writeFile(path, bytes)
  yield* readSheet(path, most)
}

async function rowsOf(bytes: Buffer | string, most = limits) {
  const rows: { line: number; cells: string[] }[] = []
  for await (const batch of batchesOf(bytes, most)) rows.push(...batch)
  return rows
}

async function* once<T>(value: T) {
  yield value
}

/** A workbook with this sheet, as other programs write it. */
const workbook = (sheet: string, more: { name: string; content: string[] }[] = []) =>
  collected(
    zipped([
      { name: 'xl/workbook.xml', content: ['<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'] },
      { name: 'xl/worksheets/sheet1.xml', content: [sheet] },
      ...more,
    ]),
  )
const sheetWith = (rows: string) => `<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`

describe('a workbook that was written', () => {
  const columns = [
    { title: 'Nome', width: 10 },
    { title: 'Número', width: 10 },
  ]

  test('is read with the same texts, in more rows than a batch', async () => {
    const rows = Array.from({ length: 900 }, (_row, nth) => [`Ana & <Zoë> 🎉 "${nth}"\nLima`, `551198877${nth}`])

    expect(await rowsOf(await collected(workbookOf(columns, once(rows))))).toEqual([
      { line: 1, cells: ['Nome', 'Número'] },
      ...rows.map((cells, nth) => ({ line: nth + 2, cells })),
    ])
  })

  test('has no cell that a program takes for a formula, and the text comes back (S49)', async () => {
    const hostile = ['=HYPERLINK("http://a.test")', '+1', '-1', '@SUM(1)', '＝1', '_x003D_1']
    const bytes = await collected(workbookOf(columns, once(hostile.map((text) => [text, '']))))

    const xml = rawSheet(bytes)
    expect(xml).not.toContain('<f')
    expect([...xml.matchAll(/<t [^>]*>([^<]*)</g)].map(([, text]) => text)).toEqual([
      'Nome',
      'Número',
      "'=HYPERLINK(&quot;http://a.test&quot;)",
      "'+1",
      "'-1",
      "'@SUM(1)",
      "'＝1",
      '_x005F_x003D_1',
    ])
    expect((await rowsOf(bytes)).slice(1).map(({ cells }) => cells[0])).toEqual(hostile)
  })

  test('goes on with a next sheet, with the same titles, where a program takes no more rows', async () => {
    async function* batches() {
      yield [
        ['Ana', '1'],
        ['Bia', '2'],
        ['Caio', '3'],
      ]
      yield [['Dora', '4']]
    }
    const bytes = await collected(workbookOf(columns, batches(), 3))

    const textsOn = (nth: number) => [...rawSheet(bytes, nth).matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
    expect([textsOn(1), textsOn(2)]).toEqual([
      ['Nome', 'Número', 'Ana', '1', 'Bia', '2'],
      ['Nome', 'Número', 'Caio', '3', 'Dora', '4'],
    ])
    expect(bytes.includes('xl/worksheets/sheet3.xml')).toBe(false)
    expect((await rowsOf(bytes)).map(({ cells }) => cells[0])).toEqual(['Nome', 'Ana', 'Bia'])
    const empty = await collected(workbookOf(columns, once([]), 3))
    expect((await rowsOf(empty)).map(({ cells }) => cells[0])).toEqual(['Nome'])
  })

  test('ends with the error of its content', async () => {
    async function* failing(): AsyncGenerator<string[][]> {
      yield [['Ana', '1']]
      throw new Error('the database is gone')
    }

    await expect(collected(workbookOf(columns, failing()))).rejects.toThrow('the database is gone')
  })
})

/** The XML of a sheet, without our own reader of archives. */
function rawSheet(bytes: Buffer, nth = 1): string {
  const name = Buffer.from(`xl/worksheets/sheet${nth}.xml`)
  const at = bytes.indexOf(name) + name.length
  return inflateRawSync(bytes.subarray(at)).toString()
}

describe('a workbook of another program', () => {
  test('is read with shared texts, numbers in any form, gaps, formulas with their values, and empty rows', async () => {
    const shared = '<sst><si><t>Nome</t></si><si><r><t>Ri</t></r><r><t>ta</t></r><rPh><t>x</t></rPh></si></sst>'
    const sheet = sheetWith(
      `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="str"><f>1+1</f><v>Fone</v></c></row>
       <row r="2"/>
       <row r="4"><c r="A4" t="s"><v>1</v></c><c r="C4"><v>5.511988887777E12</v></c><c r="D4" t="e"><v>#REF!</v></c></row>`,
    )

    expect(await rowsOf(await workbook(sheet, [{ name: 'xl/sharedStrings.xml', content: [shared] }]))).toEqual([
      { line: 1, cells: ['Nome', '', 'Fone'] },
      { line: 4, cells: ['Rita', '', '5511988887777', ''] },
    ])
  })

  test('is read with dates and times in one form, and numbers of other formats with their digits', async () => {
    const formats = `<numFmts><numFmt numFmtId="164" formatCode="d\\/m\\/yy\\ h:mm"/><numFmt numFmtId="165" formatCode="(00) 00000-0000"/></numFmts>`
    const cellStyles = [0, 14, 164, 165, 20].map((id) => `<xf numFmtId="${id}"/>`).join('')
    const styles = `<styleSheet>${formats}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${cellStyles}</cellXfs></styleSheet>`
    const numbers = [33_024, 33_024, 33_024.5, 11_988_887_777, 0.75, 5_511_988_887_777]
    const cells = numbers.map((number, index) => `<c s="${index === 5 ? 1 : index}"><v>${number}</v></c>`).join('')
    const sheet = sheetWith(`<row>${cells}</row>`)
    const more = [{ name: 'xl/styles.xml', content: [styles] }]
    const of1904 = '<workbook><workbookPr date1904="1"/><sheets><sheet name="a" r:id="r1"/></sheets></workbook>'

    expect(await rowsOf(await workbook(sheet, more))).toEqual([
      { line: 1, cells: ['33024', '1990-05-31', '1990-05-31 12:00', '11988887777', '18:00', '5511988887777'] },
    ])
    const [row] = await rowsOf(await workbook(sheet, [...more, { name: 'xl/workbook.xml', content: [of1904] }]))
    expect(row?.cells[1]).toBe('1994-06-01')
  })

  test('is read without the phonetic guides of texts in its cells', async () => {
    const sheet = sheetWith(
      '<row><c t="inlineStr"><is><r><t>田</t></r><r><t>中</t></r><rPh sb="0" eb="2"><t>タナカ</t></rPh></is></c></row>',
    )

    expect(await rowsOf(await workbook(sheet))).toEqual([{ line: 1, cells: ['田中'] }])
  })

  test('is refused when its elements are nested without an end, or do not match', async () => {
    for (const sheet of ['<a>'.repeat(200_000), sheetWith('<row><c><v>1</c></v></row>'), '<worksheet><sheetData>'])
      await expect(rowsOf(await workbook(sheet))).rejects.toMatchObject({ code: 'ERR_SHEET_UNREADABLE' })
  })

  test('is refused when it is no workbook, is cut off, or defines entities', async () => {
    const entity = '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'
    const other = await collected(zipped([{ name: 'word/document.xml', content: ['<a/>'] }]))
    const whole = await workbook(sheetWith('<row><c><v>1</v></c></row>'))

    await expect(rowsOf(other)).rejects.toMatchObject({ code: 'ERR_FILE_TYPE' })
    await expect(rowsOf(await workbook(entity))).rejects.toMatchObject({ code: 'ERR_SHEET_UNREADABLE' })
    for (const part of [0.2, 0.5, 0.9])
      await expect(rowsOf(whole.subarray(0, whole.length * part))).rejects.toMatchObject({
        code: 'ERR_SHEET_UNREADABLE',
      })
    await expect(rowsOf('')).resolves.toEqual([])
    await expect(rowsOf(Buffer.from('d0cf11e0a1b11ae1000000', 'hex'))).rejects.toMatchObject({
      code: 'ERR_SHEET_UNREADABLE',
    })
  })

  test('may be small and inflate to gigabytes, whatever it says about that: it is refused', async () => {
    // A full flush (3) ends at a byte and marks no end, so that the same 64 MB can follow each other many times.
    const again = deflateRawSync(Buffer.alloc(64 * 1_048_576, `<a b="${'x'.repeat(65_527)}"/>`), { finishFlush: 3 })
    for (const size of [10, 20 * 64 * 1_048_576]) {
      const bomb = zipOf([
        { name: 'xl/workbook.xml', packed: deflateRawSync('<workbook/>'), size: 11 },
        { name: 'xl/worksheets/sheet1.xml', packed: deflateRawSync('<worksheet/>'), size: 12 },
        { name: 'xl/sharedStrings.xml', packed: Buffer.concat(Array.from({ length: 20 }, () => again)), size },
      ])
      expect(bomb.length).toBeLessThan(5 * 1_048_576)

      await expect(rowsOf(bomb)).rejects.toMatchObject({ code: 'ERR_SHEET_TOO_LARGE' })
    }
  })

  test('may have a text without an end: it is refused', async () => {
    const sheet = `<worksheet><sheetData><row><c t="inlineStr"><is><t>${'x'.repeat(8 * 1_048_576)}`

    await expect(rowsOf(await workbook(sheet))).rejects.toMatchObject({ code: 'ERR_SHEET_TOO_LARGE' })
  })

  describe('that refers to one long text in all of its cells', () => {
    const text = 'x'.repeat(5000)
    const shared = [{ name: 'xl/sharedStrings.xml', content: [`<sst><si><t>${text}</t></si></sst>`] }]
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`
    const most = { ...limits, rows: 100_000, columns: 50 }
    const sizeOf = (rows: unknown) => JSON.stringify(rows).length

    test('comes in batches of a megabyte, with all of its rows', async () => {
      const batches = []
      for await (const batch of batchesOf(await workbook(sheetWith(row.repeat(100)), shared), most)) batches.push(batch)

      expect(batches.flat()).toHaveLength(100)
      expect(batches.flat().at(-1)).toEqual({ line: 100, cells: Array(50).fill(text) })
      // A batch ends with the row that fills it.
      expect(Math.max(...batches.map(sizeOf))).toBeLessThan(1_048_576 + sizeOf(batches[0]?.[0]))
    })

    test('is refused when its rows are more than 50 megabytes, however small the file is', async () => {
      const bomb = await workbook(sheetWith(row.repeat(2000)), shared)
      expect(bomb.length).toBeLessThan(50_000)

      let received = 0
      const all = (async () => {
        for await (const batch of batchesOf(bomb, most)) received += sizeOf(batch)
      })()

      await expect(all).rejects.toMatchObject({ code: 'ERR_SHEET_TOO_LARGE' })
      expect(received).toBeGreaterThan(0)
      expect(received).toBeLessThan(51 * 1_048_576)
    })
  })

  test('has a limit of rows and of columns', async () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(50)}</row>`

    const few = { ...limits, rows: 3 }
    const [first] = await rowsOf(await workbook(sheetWith(row)), few)
    expect(first?.cells).toHaveLength(10)
    await expect(rowsOf(await workbook(sheetWith(row.repeat(4))), few)).rejects.toMatchObject({
      code: 'ERR_SHEET_TOO_LARGE',
    })
  })
})

/** An archive whose directory says that files have these sizes. */
function zipOf(files: { name: string; packed: Buffer; size: number }[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, packed, size } of files) {
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04_03_4b_50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02_01_4b_50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(name.length, 28)
    entry.writeUInt32LE(offset, 42)
    parts.push(head, Buffer.from(name), packed)
    directory.push(entry, Buffer.from(name))
    offset += head.length + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  const entries = Buffer.concat(directory)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, entries, end])
}

describe('a text with separated values', () => {
  test.each([
    ['semicolons', 'Nome;Fone\nRita;1\n'],
    ['commas', 'Nome,Fone\r\nRita,1'],
    ['tabs', 'Nome\tFone\rRita\t1\r'],
    ['a mark at the beginning', '\ufeffNome;Fone\nRita;1'],
    ['empty lines', 'Nome;Fone\nRita;1\n;\n\n'],
    ['line ends of several kinds', 'Nome;Fone\r\nRita;1\n\r;'],
  ])('is read with %s', async (_what, text) => {
    expect(await rowsOf(text)).toEqual([
      { line: 1, cells: ['Nome', 'Fone'] },
      { line: 2, cells: ['Rita', '1'] },
    ])
  })

  test('may name its separator, and quote separators, quotes and line breaks', async () => {
    expect(await rowsOf('sep=|\n"a|b"|"diz ""oi""\nde novo"|c\n"x"y|\n')).toEqual([
      { line: 2, cells: ['a|b', 'diz "oi"\nde novo', 'c'] },
      { line: 3, cells: ['"x"y', ''] },
    ])
  })

  test('may be encoded as Windows and Excel do', async () => {
    for (const bytes of [
      Buffer.from('João;1', 'latin1'),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('João;1', 'utf16le')]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('João;1', 'utf16le').swap16()]),
    ])
      expect(await rowsOf(bytes)).toEqual([{ line: 1, cells: ['João', '1'] }])
  })

  test('that is no text, or has too many rows, is refused', async () => {
    await expect(rowsOf(Buffer.from('a\u0000b;c\n'))).rejects.toMatchObject({ code: 'ERR_FILE_TYPE' })
    await expect(rowsOf('a;b\n'.repeat(1001))).rejects.toMatchObject({ code: 'ERR_SHEET_TOO_LARGE' })
  })

  test('whose process works for longer than it may is refused', async () => {
    await expect(rowsOf('a;b\n', { ...limits, time: 0 })).rejects.toMatchObject({ code: 'ERR_SHEET_TOO_LARGE' })
  })

  test('with a quote or a row that does not end is refused', async () => {
    await expect(rowsOf('Nome;Fone\n"Rita;1\nBia;2\n')).rejects.toMatchObject({ code: 'ERR_SHEET_UNREADABLE' })
    await expect(rowsOf('x'.repeat(8 * 1_048_576))).rejects.toMatchObject({ code: 'ERR_SHEET_TOO_LARGE' })
  })

  test('loses the guard of a cell that looked like a formula', async () => {
    expect(await rowsOf("'=1;'a")).toEqual([{ line: 1, cells: ['=1', "'a"] }])
  })
})
