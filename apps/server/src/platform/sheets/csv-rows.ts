import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type SheetLimits, type SheetRow, SheetError, longestPiece, longestText } from './sheet-rows.ts'

/** The rows of a text with separated values. Its encoding and its separator are recognised. */
export async function* csvRows(path: string, limits: SheetLimits): AsyncGenerator<SheetRow> {
  const head = await headOf(path)
  const encoding = await encodingOf(path, head)
  const beginning = new TextDecoder(encoding).decode(head)
  // Programs that write a page and call it a sheet (html, xml). Some documents are texts too.
  if (/^\uFEFF?\s*(<|%PDF-|\{\\rtf)/.test(beginning)) throw new SheetError('type')
  const separator = /^sep=(.)\r?\n/i.exec(beginning)?.[1]
  let line = separator ? 1 : 0
  let count = 0
  for await (const record of recordsOf(decoded(path, encoding), separator ?? separatorOf(beginning), line + 1)) {
    line += 1
    const cells = record.slice(0, limits.columns).map((cell) => cell.trim().slice(0, longestText))
    if (cells.every((cell) => cell === '')) continue
    if ((count += 1) > limits.rows) throw new SheetError('large')
    yield { line, cells }
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Spreadsheet programs write UTF-8 or UTF-16 with a mark at the beginning, or the encoding of Western Windows. */
async function encodingOf(path: string, head: Buffer): Promise<string> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  // Texts contain no NUL. Other kinds of files contain one near their beginning.
  if (head.subarray(0, 4096).includes(0)) throw new SheetError('type')
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252'
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const bytes of createReadStream(path)) decoder.decode(bytes, { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const bytes of createReadStream(path)) yield decoder.decode(bytes, { stream: true })
  yield decoder.decode()
}

/** The separator that the first line has most of. */
function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const first = text.slice(0, end < 0 ? 10_000 : Math.min(end, 10_000)).replace(/"[^"]*"/g, '')
  const countOf = (separator: string) => first.split(separator).length
  return [',', '\t'].reduce((best, other) => (countOf(other) > countOf(best) ? other : best), ';')
}

async function* recordsOf(text: AsyncIterable<string>, separator: string, from: number): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: separator,
    from_line: from,
    max_record_size: longestPiece,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Quotes within a text that does not begin with one belong to the text.
    relax_quotes: true,
  })
  try {
    yield* pipeline(text, parser, () => undefined)
  } catch (error) {
    throw error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE' ? new SheetError('large') : error
  }
}
