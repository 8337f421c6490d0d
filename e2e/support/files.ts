import sharp from 'sharp'

const square = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#0a7d5c' } })

/** Small files of the kinds that people send. */
export const files = {
  picture: () => square().png().toBuffer(),
  sticker: () => square().webp().toBuffer(),
  paper: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  voice: Buffer.concat([
    Buffer.from('OggS\0\x02'),
    Buffer.alloc(20),
    Buffer.from('\x01\x13OpusHead\x01\x01'),
    Buffer.alloc(60),
  ]),
  song: Buffer.concat([
    Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'),
    Buffer.from([0xff, 0xfb, 0x90, 0x64]),
    Buffer.alloc(413),
  ]),
  video: Buffer.concat([Buffer.from([0, 0, 0, 0x18]), Buffer.from('ftypisom\0\0\x02\0isommp42'), Buffer.alloc(64)]),
}
