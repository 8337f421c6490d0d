import { type Sound, measureSound } from '../../sound/index.ts'

const measured = new Map<string, Sound>()
const watchers = new Set<() => void>()
/** One at a time: a conversation can have many recordings. */
let last: Promise<unknown> = Promise.resolve()

/** The addresses of a file differ in what gives access to it. */
const keyOf = (url: string) => url.split('?')[0] ?? url

export const soundAt = (url: string): Sound | undefined => measured.get(keyOf(url))

/** Tells when a sound has been measured. */
export function subscribeToSounds(watch: () => void): () => void {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

/** Measures a sound for all its players, unless the one that asks has gone meanwhile. */
export function measureFor(leaving: AbortSignal, url: string, file: Blob | undefined): void {
  const measure = async () => {
    if (leaving.aborted || soundAt(url)) return
    measured.set(keyOf(url), await measureSound(await bytesOf(url, file, leaving)))
    for (const watch of watchers) watch()
  }
  // Playback works without a waveform.
  last = last.then(measure).catch(() => undefined)
}

/** The content security policy lets blob URLs play but not be fetched (`connect-src`). */
async function bytesOf(url: string, file: Blob | undefined, leaving: AbortSignal): Promise<ArrayBuffer> {
  if (file) return file.arrayBuffer()
  const response = await fetch(url, {
    // The other recordings wait for this one.
    signal: AbortSignal.any([leaving, AbortSignal.timeout(20_000)]),
    credentials: 'same-origin',
  })
  return response.arrayBuffer()
}
