import { parentPort, workerData } from 'node:worker_threads'
import {
  ADTS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP4,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny'
import { z } from 'zod'

// Runs in a thread of its own (convert-sound.ts). Answers the new file, or undefined.

const Task = z.object({ bytes: z.instanceof(Uint8Array), container: z.enum(['ogg', 'm4a']) })

const containers = {
  ogg: { codec: 'opus', create: () => new OggOutputFormat() },
  m4a: { codec: 'aac', create: () => new Mp4OutputFormat() },
} as const

const { bytes, container } = Task.parse(workerData)
parentPort?.postMessage(await converted(bytes, containers[container]))

async function converted(
  file: Uint8Array,
  { codec, create }: (typeof containers)[keyof typeof containers],
): Promise<ArrayBuffer | undefined> {
  const input = new Input({ source: new BufferSource(file), formats: [WEBM, MP4, ADTS] })
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig || (await track.getCodec()) !== codec) return undefined

  const target = new BufferTarget()
  const output = new Output({ format: create(), target })
  const sound = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(sound)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets()) await sound.add(packet, { decoderConfig })
  await output.finalize()
  return target.buffer ?? undefined
}
