/** The loudness of a sound in equal parts, from 0 to 100, as WhatsApp has it. */
const parts = 64
const bars = 44

export interface Sound {
  wave: number[]
  seconds: number
}

/** Decodes a sound. Throws if the browser cannot. */
export async function measureSound(encoded: ArrayBuffer): Promise<Sound> {
  const context = new OfflineAudioContext(1, 1, 44_100)
  const sound = await context.decodeAudioData(encoded)
  return { wave: waveOf(sound.getChannelData(0)), seconds: sound.duration }
}

export function waveOf(samples: Float32Array): number[] {
  const size = Math.max(1, Math.floor(samples.length / parts))
  const peaks = Array.from({ length: parts }, (_, part) => {
    let sum = 0
    // Every 16th sample is enough for the waveform.
    for (let at = part * size; at < (part + 1) * size; at += 16) sum += Math.abs(samples[at] ?? 0)
    return sum / Math.ceil(size / 16)
  })
  const loudest = Math.max(...peaks, 0.001)
  return peaks.map((peak) => Math.round((peak / loudest) * 100))
}

/** The heights of the bars, from 0 to 1; the loudest one is 1. Flat if the wave is not known. */
export function barsOf(wave: readonly number[] | null): readonly number[] {
  if (!wave?.length) return flat
  const loudest = Math.max(...wave, 1)
  return flat.map((_, bar) => {
    const from = Math.floor((bar * wave.length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * wave.length) / bars))
    return Math.max(...wave.slice(from, to)) / loudest
  })
}

const flat: readonly number[] = Array.from({ length: bars }, () => 0)
