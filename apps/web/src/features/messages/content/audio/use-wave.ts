import { useEffect, useState } from 'react'
import { type Sound, measureSound } from './wave.ts'

interface Options {
  url: string
  /** The file behind a blob URL that is still being sent. */
  file: Blob | undefined
  /** False: it is known, or not needed yet. */
  isWanted: boolean
}

const measured = new Map<string, Sound>()
/** One at a time: a conversation can have many recordings. */
let last: Promise<unknown> = Promise.resolve()

/** The waveform of a sound that arrived without one, computed in the browser. */
export function useWave({ url, file, isWanted }: Options): Sound | undefined {
  const key = url.split('?')[0] ?? url
  const [sound, setSound] = useState(() => measured.get(key))

  useEffect(() => {
    if (!isWanted || measured.has(key)) return
    const leaving = new AbortController()
    const measure = async () => {
      if (leaving.signal.aborted) return
      const found = measured.get(key) ?? (await measureSound(await soundAt(url, file, leaving.signal)))
      measured.set(key, found)
      setSound(found)
    }
    // Playback works without a waveform.
    last = last.then(measure).catch(() => undefined)
    return () => leaving.abort()
  }, [url, file, key, isWanted])

  return sound
}

/** The content security policy lets blob URLs play but not be fetched (`connect-src`). */
async function soundAt(url: string, file: Blob | undefined, signal: AbortSignal): Promise<ArrayBuffer> {
  if (file) return file.arrayBuffer()
  const response = await fetch(url, {
    // The other recordings wait for this one.
    signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
    credentials: 'same-origin',
  })
  return response.arrayBuffer()
}
