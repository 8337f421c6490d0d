import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  MP4,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny'

/** Changes the container without decoding the sound. */
export async function oggOf(recorded: Blob): Promise<ArrayBuffer> {
  using input = new Input({ source: new BlobSource(recorded), formats: [WEBM, MP4] })
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('the recording has no audio track')

  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const sound = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(sound)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets()) await sound.add(packet, { decoderConfig })
  await output.finalize()
  if (!target.buffer) throw new Error('the conversion to ogg gave no data')
  return target.buffer
}
