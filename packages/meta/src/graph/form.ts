import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { GraphRequest } from './transport.ts'

/** A file on its way to Meta. */
export interface Upload {
  name: string
  mime: string
  bytes: number
  open: () => Readable
}

/** In bytes per ms: half a megabit per second. */
const slowLine = 64
const usualAnswer = 15_000

/** In ms: how long the answer to an upload may take. */
export const answerMsFor = ({ bytes }: Pick<Upload, 'bytes'>): number => Math.ceil(usualAnswer + bytes / slowLine)

/** A form of its own, because the file is sent while it is read. `field`: what Meta calls the file. */
export function formOf(
  fields: Record<string, unknown>,
  { field: fileField, upload: { name, mime, open } }: { field: string; upload: Upload },
): NonNullable<GraphRequest['form']> {
  const boundary = `guiche-${randomUUID()}`
  const written = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${fileField}"; filename="${quoted(name)}"\r\ncontent-type: ${mime.replaceAll(/[\r\n]/g, '')}\r\n\r\n`
  async function* bytes() {
    yield Buffer.from([...written, head].join(''))
    for await (const part of open()) yield Buffer.from(part)
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: Readable.from(bytes(), { objectMode: false }) }
}

const quoted = (name: string) => name.replaceAll(/["\r\n]/g, '_')
