import { type Readable, pipeline } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { SheetError } from './sheet-rows.ts'

interface ZipEntry {
  method: number
  packed: number
  offset: number
}

export interface Zip {
  has(name: string): boolean
  /** The bytes of a file, as they are inflated. Ends with an error beyond the limit of the whole archive. */
  open(name: string): AsyncIterable<Buffer>
}

/** In bytes: what all files that are read from one archive may have together, whatever their headers promise. */
const mostInflated = 512 * 1_048_576
const mostEntries = 2000

/** Reads a zip archive that is in memory. Large archives (zip64), encryption and other methods are refused. */
export function openZip(bytes: Buffer): Zip {
  const entries = entriesOf(bytes)
  let inflated = 0
  return { has: (name) => entries.has(name), open }

  async function* open(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name)
    if (!entry) throw new SheetError('broken')
    const packed = contentOf(bytes, entry)
    const content: Iterable<Buffer> | Readable =
      entry.method === 0 ? [packed] : pipeline([packed], createInflateRaw(), () => undefined)
    for await (const chunk of content) {
      if ((inflated += chunk.length) > mostInflated) throw new SheetError('large')
      yield chunk
    }
  }
}

function entriesOf(bytes: Buffer): Map<string, ZipEntry> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end < 0 || end + 22 > bytes.length) throw new SheetError('broken')
  const count = bytes.readUInt16LE(end + 10)
  if (count > mostEntries) throw new SheetError('large')
  const entries = new Map<string, ZipEntry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let nth = 0; nth < count; nth += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02_01_4b_50) throw new SheetError('broken')
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    const method = bytes.readUInt16LE(at + 10)
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field))
    const nameEnd = at + 46 + (nameLength ?? 0)
    const name = bytes.toString('utf8', at + 46, nameEnd)
    if (!isEncrypted && (method === 0 || method === 8))
      entries.set(name, { method, packed: bytes.readUInt32LE(at + 20), offset: bytes.readUInt32LE(at + 42) })
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0)
  }
  return entries
}

function contentOf(bytes: Buffer, { packed, offset }: ZipEntry): Buffer {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04_03_4b_50) throw new SheetError('broken')
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (start + packed > bytes.length) throw new SheetError('broken')
  return bytes.subarray(start, start + packed)
}
