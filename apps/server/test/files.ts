import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'

/** Small real files, and the beginnings of dangerous ones. */
export const samples = {
  png: (width = 12, height = 8) => picture(width, height).png().toBuffer(),
  jpeg: (width = 12, height = 8) => picture(width, height).jpeg().toBuffer(),
  webp: (width = 12, height = 8) => picture(width, height).webp().toBuffer(),
  /** A large picture of many colours, with GPS data. */
  photo: (width: number, height: number) =>
    sharp({
      create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 }, background: 'gray' },
    })
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '23/1 32/1 0/1', GPSLatitudeRef: 'S' } })
      .toBuffer(),
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ogg: Buffer.concat([
    Buffer.from('OggS\0\x02'),
    Buffer.alloc(20),
    Buffer.from('\x01\x13OpusHead\x01\x01'),
    Buffer.alloc(60),
  ]),
  mp3: Buffer.concat([
    Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'),
    Buffer.from([0xff, 0xfb, 0x90, 0x64]),
    Buffer.alloc(413),
  ]),
  mp4: Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypisom\0\0\x02\0isommp42'), Buffer.alloc(64)]),
  exe: Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]),
  elf: Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01'), Buffer.alloc(200)]),
}

/** The metadata that a recipient would see. Reads a file, as the server does. */
export async function metadataOf(bytes: Buffer): Promise<Metadata> {
  const path = join(tmpdir(), `guiche-${randomUUID()}`)
  writeFileSync(path, bytes)
  try {
    return await sharp(path).metadata()
  } finally {
    rmSync(path)
  }
}

const picture = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#0a7d5c' } })
