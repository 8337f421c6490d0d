import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { compoundFile } from '#test/attacks/compound-file'
import { readSheet } from '../read-sheet.ts'

const limits = { rows: 100_000, columns: 60, text: 50 * 1_048_576, inflated: 50 * 1_048_576, time: 60_000 }
const paths: string[] = []
afterEach(async () => {
  for (const path of paths.splice(0)) await rm(path, { force: true })
})

async function rowsOf(bytes: Buffer) {
  const path = join(tmpdir(), `sheet-${randomUUID()}`)
  paths.push(path)
  await writeFile(path, bytes)
  const rows: { line: number; cells: string[] }[] = []
  for await (const batch of readSheet(path, limits)) rows.push(...batch)
  return rows
}

const short = (value: number) => Buffer.from([value & 255, value >> 8])
const long = (value: number) => Buffer.concat([short(value & 0xff_ff), short(value >>> 16)])
const float = (value: number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}
const record = (kind: number, ...parts: Buffer[]) => {
  const bytes = Buffer.concat(parts)
  return Buffer.concat([short(kind), short(bytes.length), bytes])
}
const text = (letters: string) =>
  Buffer.concat([short(letters.length), Buffer.from([1]), Buffer.from(letters, 'utf16le')])
const begin = (kind: number) => record(0x08_09, short(0x06_00), short(kind), Buffer.alloc(12))
const end = record(0x00_0a)
const place = (row: number, column: number, style = 0) => [short(row), short(column), short(style)]

/** A workbook with one sheet, in a file of 512-byte sectors. */
function workbook(cells: Buffer[], globals: Buffer[] = [], name = 'Workbook'): Buffer {
  const head = [begin(5), ...globals]
  const sheet = (at: number) => record(0x00_85, long(at), Buffer.from([0, 0, 1, 0]), Buffer.from('a'))
  const at = Buffer.concat([...head, sheet(0), end]).length
  return compoundFile(name, Buffer.concat([...head, sheet(at), end, begin(16), ...cells, end]))
}

describe('a workbook as Excel wrote it until 2003', () => {
  test('of another program is read with texts, numbers, dates and flags', async () => {
    const sample = await readFile(fileURLToPath(new URL('./sample.xls', import.meta.url)))

    expect(await rowsOf(sample)).toEqual([
      { line: 1, cells: ['Nome', 'Número', 'E-mail', 'Nascimento', 'Pontos', 'Ativo'] },
      { line: 2, cells: ['José 田中', '(31) 98765-4321', 'jose@cliente.example', '1990-05-31', '12.5', 'true'] },
      { line: 3, cells: ['Bia', '5531999990000', '', '', '-3', 'false'] },
    ])
  })

  test('is read with shared texts, also one that is cut in two, with short numbers, and with the values of formulas', async () => {
    // The second text is cut after its first letter; what follows is written in narrow letters.
    const shared = [
      record(0x00_fc, long(3), long(3), text('Nome'), short(4), Buffer.from([1]), Buffer.from('R', 'utf16le')),
      record(0x00_3c, Buffer.from([0]), Buffer.from('ita'), text('Ação')),
    ]
    const rk = (value: number, isHundredth = false) => long(((value << 2) | 2 | (isHundredth ? 1 : 0)) >>> 0)
    const formulaText = Buffer.from([0, 0, 0, 0, 0, 0, 255, 255])
    const bytes = workbook(
      [
        record(0x00_fd, ...place(0, 0), long(0)),
        record(0x00_fd, ...place(0, 1), long(1)),
        record(0x00_fd, ...place(0, 3), long(2)),
        record(0x02_7e, ...place(2, 0), rk(1250, true)),
        record(0x00_bd, short(2), short(1), short(0), rk(-7), short(0), rk(8), short(2)),
        record(0x00_06, ...place(3, 0), formulaText, Buffer.alloc(8)),
        record(0x02_07, text('da fórmula')),
        record(0x00_06, ...place(3, 1), float(5_511_988_887_777), Buffer.alloc(8)),
        record(0x02_05, ...place(3, 2), Buffer.from([0x2a, 1])),
      ],
      shared,
    )

    expect(await rowsOf(bytes)).toEqual([
      { line: 1, cells: ['Nome', 'Rita', '', 'Ação'] },
      { line: 3, cells: ['12.5', '-7', '8'] },
      { line: 4, cells: ['da fórmula', '5511988887777', ''] },
    ])
  })

  test('is refused with a password, with macros, from before 1997, or as another document', async () => {
    const cells = [record(0x02_03, ...place(0, 0), float(1))]
    const password = [record(0x00_2f, Buffer.alloc(6))]

    await expect(rowsOf(workbook(cells, password))).rejects.toMatchObject({ code: 'ERR_SHEET_ENCRYPTED' })
    await expect(rowsOf(compoundFile('EncryptedPackage', Buffer.alloc(64)))).rejects.toMatchObject({
      code: 'ERR_SHEET_ENCRYPTED',
    })
    await expect(rowsOf(compoundFile('_VBA_PROJECT_CUR', Buffer.alloc(64)))).rejects.toMatchObject({
      code: 'ERR_SHEET_MACROS',
    })
    await expect(rowsOf(compoundFile('Book', Buffer.alloc(64)))).rejects.toMatchObject({ code: 'ERR_SHEET_UNREADABLE' })
    await expect(rowsOf(compoundFile('WordDocument', Buffer.alloc(64)))).rejects.toMatchObject({
      code: 'ERR_FILE_TYPE',
    })
  })

  test('is refused when it is cut off, damaged at any place, or too large, and never stops the server', async () => {
    const sample = await readFile(fileURLToPath(new URL('./sample.xls', import.meta.url)))
    for (const part of [0.1, 0.4])
      await expect(rowsOf(sample.subarray(0, sample.length * part))).rejects.toMatchObject({
        code: expect.stringMatching(/^ERR_(SHEET_UNREADABLE|FILE_TYPE)$/),
      })
    const loop = Buffer.from(sample)
    // A chain of sectors that comes back to itself.
    for (let at = 512; at < 1024; at += 4) loop.writeUInt32LE(1, at)
    await expect(rowsOf(loop)).rejects.toMatchObject({ code: 'ERR_SHEET_UNREADABLE' })
    await expect(rowsOf(Buffer.concat([sample, Buffer.alloc(5 * 1_048_576)]))).rejects.toMatchObject({
      code: 'ERR_SHEET_TOO_LARGE',
    })
  })

  test('has a limit of rows and columns', async () => {
    const cells = Array.from({ length: 60 }, (_cell, column) => record(0x02_03, ...place(0, column), float(column)))

    const [row] = await rowsOf(workbook(cells))
    expect(row?.cells).toHaveLength(50)
  })
})
