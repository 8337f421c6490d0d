import { useEffect, useState } from 'react'

const count = 44
const flat: readonly number[] = Array.from({ length: count }, () => 0)

interface Wave {
  bars: readonly number[]
  duration: number | undefined
}

const known = new Map<string, Wave>()

/** The waveform of a recording, computed when it is first played; flat until then. */
export function useWave(url: string, file: Blob | undefined, isWanted: boolean): Wave {
  const key = url.split('?')[0] ?? url
  const [wave, setWave] = useState<Wave>(() => known.get(key) ?? { bars: flat, duration: undefined })

  useEffect(() => {
    if (!isWanted || known.has(key)) return
    const leaving = new AbortController()
    soundAt(url, file, leaving.signal)
      .then(measure)
      .then((measured) => {
        known.set(key, measured)
        setWave(measured)
      })
      // Playback works without a waveform.
      .catch(() => undefined)
    return () => leaving.abort()
  }, [url, file, key, isWanted])

  return wave
}

/** The content security policy lets blob URLs play but not be fetched (`connect-src`). */
async function soundAt(url: string, file: Blob | undefined, signal: AbortSignal): Promise<ArrayBuffer> {
  if (file) return file.arrayBuffer()
  const response = await fetch(url, { signal, credentials: 'same-origin' })
  return response.arrayBuffer()
}

async function measure(encoded: ArrayBuffer): Promise<Wave> {
  const context = new OfflineAudioContext(1, 1, 44_100)
  const sound = await context.decodeAudioData(encoded)
  return { bars: loudnessOf(sound.getChannelData(0)), duration: sound.duration }
}

function loudnessOf(samples: Float32Array): number[] {
  const size = Math.max(1, Math.floor(samples.length / count))
  const peaks = Array.from({ length: count }, (_, bar) => {
    let sum = 0
    // Every 16th sample is enough for the waveform.
    for (let at = bar * size; at < (bar + 1) * size; at += 16) sum += Math.abs(samples[at] ?? 0)
    return sum / (size / 16)
  })
  const loudest = Math.max(...peaks, 0.001)
  return peaks.map((peak) => peak / loudest)
}
