import { numbers } from '../../../ui/numbers.ts'
import type { Sound } from './mp3-worker.ts'
import type { VoiceFormat } from './voice-format.ts'

/** A recording that is stopped at once has a header but no sound. At our bit rate this is an eighth of a second. */
const mayBeEmpty = 2000

/** The file to send. The converters are large, so they are loaded only when needed. */
export async function voiceFile(recorded: Blob, { recorded: type, kept }: VoiceFormat, name: string): Promise<File> {
  // It cannot be converted without sound, and is too short to be sent anyway.
  if (recorded.size < mayBeEmpty) return new File([recorded], name)
  if (kept === 'mp3') return new File([await asMp3(recorded)], name, { type: 'audio/mpeg' })
  return new File([type.startsWith('audio/ogg') ? recorded : await asOgg(recorded)], name, { type: 'audio/ogg' })
}

async function asOgg(recorded: Blob): Promise<ArrayBuffer> {
  const { oggOf } = await import('./voice-ogg.ts')
  return oggOf(recorded)
}

const sampleRate = 44_100

async function asMp3(recorded: Blob): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const sound = await context.decodeAudioData(await recorded.arrayBuffer())
  const samples = sound.getChannelData(0)
  const worker = new Worker(new URL('./mp3-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Blob>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<Blob>) => resolve(data))
      worker.addEventListener('error', () => reject(new Error('the sound could not be encoded')))
      worker.postMessage({ samples, sampleRate, bitsPerSecond: numbers.recordedBitsPerSecond } satisfies Sound)
    })
  } finally {
    worker.terminate()
  }
}
