import sharp from 'sharp'

const size = { width: 480, height: 320 }
/** In ms. */
const perSlide = 1500

/**
 * A film of some pictures, as WebM. No encoder is needed: a picture in WebP is a whole frame of VP8, and the container is
 * a list of elements of an id, a size and a content.
 */
export async function slidesOf(pictures: readonly Buffer[]): Promise<Buffer> {
  const frames = await Promise.all(pictures.map(frameOf))
  const [lastFrame = Buffer.alloc(0)] = frames.slice(-1)
  const shown = [...frames, lastFrame]
  return Buffer.concat([
    element('1a45dfa3', [
      element('4286', uint(1)),
      element('42f7', uint(1)),
      element('42f2', uint(4)),
      element('42f3', uint(8)),
      element('4282', text('webm')),
      element('4287', uint(2)),
      element('4285', uint(2)),
    ]),
    element('18538067', [
      element('1549a966', [
        element('2ad7b1', uint(1_000_000)),
        element('4489', double(frames.length * perSlide)),
        element('4d80', text('guiche')),
        element('5741', text('guiche')),
      ]),
      element('1654ae6b', [
        element('ae', [
          element('d7', uint(1)),
          element('73c5', uint(1)),
          element('83', uint(1)),
          element('86', text('V_VP8')),
          element('e0', [element('b0', uint(size.width)), element('ba', uint(size.height))]),
        ]),
      ]),
      element('1f43b675', [element('e7', uint(0)), ...shown.map(block)]),
    ]),
  ])
}

/** The VP8 frame of a picture: the first chunk of its WebP file. */
async function frameOf(picture: Buffer): Promise<Buffer> {
  const webp = await sharp(picture).resize(size).flatten({ background: '#fff' }).webp({ quality: 80 }).toBuffer()
  if (webp.toString('latin1', 12, 16) !== 'VP8 ') throw new Error('the picture is no plain WebP')
  return webp.subarray(20, 20 + webp.readUInt32LE(16))
}

/** A frame that needs no other, at its time. */
function block(frame: Buffer, nth: number): Buffer {
  const head = Buffer.from([0x81, 0, 0, 0x80])
  head.writeInt16BE(nth * perSlide, 1)
  return element('a3', [head, frame])
}

function element(id: string, content: Buffer | readonly Buffer[]): Buffer {
  const body = Buffer.isBuffer(content) ? content : Buffer.concat(content)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE((1n << 56n) | BigInt(body.length))
  return Buffer.concat([Buffer.from(id, 'hex'), length, body])
}

const text = (value: string) => Buffer.from(value, 'latin1')

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
