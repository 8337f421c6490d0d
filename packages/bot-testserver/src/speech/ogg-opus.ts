import { checksum } from './ogg-checksum.ts'

/** Ogg pages with Opus in them: files that every player accepts. They are silent, and a comment keeps what was "said". */

/** Of Opus, whatever the rate of the recording. */
const clockRate = 48_000
const preSkip = 312
/** A packet of 20 ms: CELT, full band, mono, and nothing to hear. */
const silence = Buffer.from([0xf8, 0xff, 0xfe])
const packetSamples = 960
const packetsPerPage = 50

const commentName = 'SPOKEN='
const vendor = 'guiche'
/** In characters: the comment has to fit on one page. */
const mostSpoken = 10_000

export function createOgg({ spoken, seconds, sampleRate }: { spoken: string; seconds: number; sampleRate: number }) {
  // What a decoder skips at the beginning comes in addition.
  const total = preSkip + Math.round(seconds * clockRate)
  const packets = Math.ceil(total / packetSamples)
  const pages = [
    page([head(sampleRate)], { at: 0, samples: 0, flags: first }),
    page([tags(spoken)], { at: 1, samples: 0 }),
  ]
  for (let done = 0; done < packets;) {
    const count = Math.min(packetsPerPage, packets - done)
    done += count
    const samples = Math.min(done * packetSamples, total)
    const flags = done === packets ? last : 0
    pages.push(page(Array<Buffer>(count).fill(silence), { at: pages.length, samples, flags }))
  }
  return Buffer.concat(pages)
}

function head(sampleRate: number): Buffer {
  const packet = Buffer.alloc(19)
  packet.write('OpusHead', 0, 'latin1')
  packet.writeUInt8(1, 8)
  packet.writeUInt8(1, 9)
  packet.writeUInt16LE(preSkip, 10)
  packet.writeUInt32LE(sampleRate, 12)
  return packet
}

function tags(spoken: string): Buffer {
  const comment = commentName + spoken.slice(0, mostSpoken)
  return Buffer.concat([Buffer.from('OpusTags'), counted(vendor), uint32(1), counted(comment)])
}

const counted = (text: string) => Buffer.concat([uint32(Buffer.byteLength(text)), Buffer.from(text)])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const first = 2
const last = 4
const headerBytes = 27
const serial = 0x67756963

function page(packets: readonly Buffer[], { at, samples, flags = 0 }: { at: number; samples: number; flags?: number }) {
  const segments = packets.flatMap(({ length }) => [...Array<number>(Math.floor(length / 255)).fill(255), length % 255])
  if (segments.length > 255) throw new Error('a page holds no more than 255 segments: the text is too long')
  const header = Buffer.alloc(headerBytes)
  header.write('OggS', 0, 'latin1')
  header.writeUInt8(flags, 5)
  header.writeBigUInt64LE(BigInt(samples), 6)
  header.writeUInt32LE(serial, 14)
  header.writeUInt32LE(at, 18)
  header.writeUInt8(segments.length, 26)
  const bytes = Buffer.concat([header, Buffer.from(segments), ...packets])
  bytes.writeUInt32LE(checksum(bytes), 22)
  return bytes
}

export interface Ogg {
  seconds: number
  sampleRate: number
  spoken: string | undefined
}

/** Reads such a file; `undefined` if it is none, is damaged or breaks off. */
export function readOgg(file: Buffer): Ogg | undefined {
  const packets: Buffer[] = []
  let samples = 0
  let isEnded = false
  for (let at = 0; at < file.length;) {
    const read = readPage(file.subarray(at))
    if (!read || isEnded) return undefined
    if (packets.length < 2) packets.push(read.content)
    samples = read.samples
    isEnded = read.isLast
    at += read.length
  }
  const [start, comments] = packets
  if (!isEnded || start?.toString('latin1', 0, 8) !== 'OpusHead' || comments?.toString('latin1', 0, 8) !== 'OpusTags')
    return undefined
  const seconds = (samples - start.readUInt16LE(10)) / clockRate
  return { seconds, sampleRate: start.readUInt32LE(12), spoken: spokenOf(comments) }
}

function readPage(bytes: Buffer) {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 4) !== 'OggS') return undefined
  const segmentCount = bytes.readUInt8(26)
  const contentAt = headerBytes + segmentCount
  const length = bytes.subarray(headerBytes, contentAt).reduce((sum, segment) => sum + segment, contentAt)
  if (bytes.length < length) return undefined
  const whole = Buffer.from(bytes.subarray(0, length))
  whole.writeUInt32LE(0, 22)
  if (checksum(whole) !== bytes.readUInt32LE(22)) return undefined
  const isLast = (bytes.readUInt8(5) & last) !== 0
  return { length, content: whole.subarray(contentAt), samples: Number(bytes.readBigUInt64LE(6)), isLast }
}

function spokenOf(tag: Buffer): string | undefined {
  const countAt = 12 + tag.readUInt32LE(8)
  let at = countAt + 4
  for (let left = tag.readUInt32LE(countAt); left > 0; left -= 1) {
    const end = at + 4 + tag.readUInt32LE(at)
    const comment = tag.toString('utf8', at + 4, end)
    if (comment.startsWith(commentName)) return comment.slice(commentName.length)
    at = end
  }
  return undefined
}

/** What was "said" in a file of this server. */
export function spokenIn(file: Buffer): string | undefined {
  return readOgg(file)?.spoken
}
