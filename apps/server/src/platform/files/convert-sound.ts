import { Worker } from 'node:worker_threads'

export type SoundContainer = 'ogg' | 'm4a'

/** In ms. A recording of a quarter of an hour takes a tenth of it. */
const usualLimit = 5_000
const memoryLimit = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * Puts the sound of a recording into another container, without decoding it: Opus into Ogg, AAC into MP4. Undefined if it
 * has no such sound, or is broken. Runs in a thread that can be ended: whoever has made the file may have made it so that
 * reading it never ends. `timeLimit`: in ms.
 */
export function convertSound(
  bytes: Uint8Array,
  container: SoundContainer,
  timeLimit: number = usualLimit,
): Promise<Buffer | undefined> {
  const thread = new Worker(new URL('./sound-thread.ts', import.meta.url), {
    workerData: { bytes, container },
    resourceLimits: memoryLimit,
  })
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => void thread.terminate(), timeLimit)
    thread.on('message', (converted: unknown) =>
      resolve(converted instanceof ArrayBuffer ? Buffer.from(converted) : undefined),
    )
    thread.on('error', () => resolve(undefined))
    thread.on('exit', () => {
      clearTimeout(giveUp)
      resolve(undefined)
    })
  })
}
