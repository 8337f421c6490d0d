import type { Sound } from './mp3-worker.ts'
import { type VoiceFormat, bitsPerSecond } from './voice-format.ts'

/** Who stops at once has the head of a file and no sound in it. At our rate these are an eighth of a second. */
const mayBeEmpty = 2000

/** The recording as it is sent. What turns it is large, and fetched only for those who need it. */
export async function voiceFile(recorded: Blob, { recorded: type, kept }: VoiceFormat, name: string): Promise<File> {
  // It cannot be turned without sound, and need not: it is too short in any case.
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
      worker.postMessage({ samples, sampleRate, bitsPerSecond } satisfies Sound)
    })
  } finally {
    worker.terminate()
  }
}
