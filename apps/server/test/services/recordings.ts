import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from 'mediabunny'
import { convertSound } from '../../src/platform/files/convert-sound.ts'

/** A second of silence, as browsers and phones record it. */
export const recordings = {
  /** Opus in WebM. */
  webm,
  /** AAC without a container. */
  aac: (): Buffer => Buffer.concat(Array.from({ length: 44 }, aacFrame)),
  /** AAC in MP4. */
  m4a: async (): Promise<Buffer> => {
    const converted = await convertSound(recordings.aac(), 'm4a')
    if (!converted) throw new Error('the recording could not be made')
    return converted
  },
  /** AAC whose frames say that they are empty, so that who goes from one to the next never ends. */
  endlessAac: (): Buffer => Buffer.concat([aacFrame(), aacFrame(), frameOf(Buffer.alloc(0), 0), Buffer.alloc(100)]),
}

/** A packet of 20 ms: CELT, full band, mono, and nothing to hear. */
const silence = Buffer.from([0xf8, 0xff, 0xfe])
const packets = 50

async function webm(): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const sound = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(sound)
  await output.start()
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000, description: opusHead() }
  for (let nth = 0; nth < packets; nth += 1)
    await sound.add(new EncodedPacket(silence, 'key', nth * 0.02, 0.02), { decoderConfig })
  await output.finalize()
  if (!target.buffer) throw new Error('the recording could not be made')
  return Buffer.from(target.buffer)
}

function opusHead(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 0, 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt16LE(312, 10)
  head.writeUInt32LE(48_000, 12)
  return head
}

const aacFrame = (): Buffer => frameOf(Buffer.from([0x01, 0x40, 0x22, 0x80, 0xa3, 0x4e, 0xe6, 0x80, 0xba, 0x08]))

/** Low complexity, 44.1 kHz, mono. */
function frameOf(content: Buffer, length = content.length + 7): Buffer {
  const head = [
    0xff,
    0xf1,
    (1 << 6) | (4 << 2),
    (1 << 6) | ((length >> 11) & 3),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]
  return Buffer.concat([Buffer.from(head), content])
}
