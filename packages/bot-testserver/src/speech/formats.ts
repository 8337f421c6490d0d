import { createOgg } from './ogg-opus.ts'

interface Format {
  contentType: string
  create: (spoken: string, seconds: number) => Buffer
}

const ogg = (sampleRate: number): Format => ({
  contentType: 'audio/ogg; codecs=opus',
  create: (spoken, seconds) => createOgg({ spoken, seconds, sampleRate }),
})

const wav: Format = {
  contentType: 'audio/x-wav',
  create: (_spoken, seconds) => createWav(Math.round(seconds * wavRate)),
}

/** The output formats that this server makes. */
export const formats: ReadonlyMap<string, Format> = new Map([
  ['ogg-16khz-16bit-mono-opus', ogg(16_000)],
  ['ogg-24khz-16bit-mono-opus', ogg(24_000)],
  ['ogg-48khz-16bit-mono-opus', ogg(48_000)],
  ['riff-24khz-16bit-mono-pcm', wav],
])

/** Formats of the service that this server does not make. */
export const otherFormats: ReadonlySet<string> = new Set([
  'audio-16khz-32kbitrate-mono-mp3',
  'audio-24khz-48kbitrate-mono-mp3',
  'audio-24khz-96kbitrate-mono-mp3',
  'audio-48khz-192kbitrate-mono-mp3',
  'webm-24khz-16bit-mono-opus',
])

const wavRate = 24_000
const headerBytes = 44

function createWav(samples: number): Buffer {
  const file = Buffer.alloc(headerBytes + samples * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(wavRate, 24)
  file.writeUInt32LE(wavRate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(samples * 2, 40)
  return file
}
