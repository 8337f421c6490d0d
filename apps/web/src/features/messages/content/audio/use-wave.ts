import { useEffect, useSyncExternalStore } from 'react'
import { measureFor, soundAt, subscribeToSounds } from './measured-sounds.ts'
import type { Sound } from '../../sound/index.ts'

interface Options {
  url: string
  /** The file behind a blob URL that is still being sent. */
  file: Blob | undefined
  /** False: it is known, or not needed yet. */
  isWanted: boolean
}

/** The waveform of a sound that arrived without one, computed in the browser. */
export function useWave({ url, file, isWanted }: Options): Sound | undefined {
  // Read at each render, because another player of the same sound may have measured it, or the address has changed.
  const sound = useSyncExternalStore(subscribeToSounds, () => soundAt(url))
  const isMissing = isWanted && sound === undefined

  useEffect(() => {
    if (!isMissing) return undefined
    const leaving = new AbortController()
    measureFor(leaving.signal, url, file)
    return () => leaving.abort()
  }, [url, file, isMissing])

  return sound
}
