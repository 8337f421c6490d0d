import { Readable, pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of the archive, made while it is written. */
export interface ZipPart {
  name: string
  content: Iterable<string> | AsyncIterable<string>
}

interface Entry {
  name: Buffer
  offset: number
  crc: number
  size: number
  packed: number
}

/**
 * A zip archive, made while it is read: nothing of it is kept but the names. Sizes follow each file, because they are not
 * known before.
 */
export async function* zipped(parts: readonly ZipPart[]): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for (const { name, content } of parts) {
    const entry: Entry = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 }
    const head = Buffer.concat([localHeader(entry), entry.name])
    yield head
    for await (const chunk of deflated(measured(content, entry))) {
      entry.packed += chunk.length
      yield chunk
    }
    const tail = descriptor(entry)
    yield tail
    offset += head.length + entry.packed + tail.length
    entries.push(entry)
  }
  const directory = Buffer.concat(entries.flatMap((entry) => [directoryEntry(entry), entry.name]))
  yield Buffer.concat([directory, endOf(entries.length, directory.length, offset)])
}

async function* measured(content: ZipPart['content'], entry: Entry): AsyncGenerator<Buffer> {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

async function* deflated(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // An error of the content ends the stream that is read here.
  yield* pipeline(Readable.from(content), createDeflateRaw(), () => undefined)
}

/** Version 2.0, sizes in a descriptor, names in UTF-8, deflated, and the first day that the format knows. */
const common = [20, 0x08_08, 8, 0, 0x21]

function localHeader({ name }: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04_03_4b_50, 0)
  common.forEach((value, index) => header.writeUInt16LE(value, 4 + index * 2))
  header.writeUInt16LE(name.length, 26)
  return header
}

function descriptor({ crc, packed, size }: Entry): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(0x08_07_4b_50, 0)
  bytes.writeUInt32LE(crc, 4)
  bytes.writeUInt32LE(packed, 8)
  bytes.writeUInt32LE(size, 12)
  return bytes
}

function directoryEntry({ name, crc, packed, size, offset }: Entry): Buffer {
  const bytes = Buffer.alloc(46)
  bytes.writeUInt32LE(0x02_01_4b_50, 0)
  bytes.writeUInt16LE(20, 4)
  common.forEach((value, index) => bytes.writeUInt16LE(value, 6 + index * 2))
  bytes.writeUInt32LE(crc, 16)
  bytes.writeUInt32LE(packed, 20)
  bytes.writeUInt32LE(size, 24)
  bytes.writeUInt16LE(name.length, 28)
  bytes.writeUInt32LE(offset, 42)
  return bytes
}

function endOf(count: number, bytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06_05_4b_50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
