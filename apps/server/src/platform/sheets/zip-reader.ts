import { type Entry, openPromise } from 'yauzl'
import { SheetError } from './sheet-rows.ts'

export interface Zip {
  has(name: string): boolean
  /** The bytes of a file, as they are inflated. Ends with an error beyond its promised size, or the limit of the archive. */
  open(name: string): AsyncIterable<Buffer>
}

const mostEntries = 2000
/** How many times its packed size a file of the archive may have, from so many bytes on (S50). */
const mostRatio = 100
const ratioFrom = 4 * 1_048_576

/** Reads a zip archive that is a file. It stays open until the process ends. `mostInflated`: in bytes. */
export async function openZip(path: string, mostInflated: number): Promise<Zip> {
  // Sizes are compared below, so that a file that inflates beyond its header is called too large, not broken.
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: false })
  if (zip.entryCount > mostEntries) throw new SheetError('large')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  let promised = 0
  return { has: (name) => entries.has(name), open }

  async function* open(name: string): AsyncGenerator<Buffer> {
    const entry = entries.get(name)
    if (!entry) throw new SheetError('broken')
    if ((promised += entry.uncompressedSize) > mostInflated) throw new SheetError('large')
    let inflated = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes: Buffer = chunk
      if ((inflated += bytes.length) > entry.uncompressedSize) throw new SheetError('large')
      if (inflated > ratioFrom && inflated > mostRatio * entry.compressedSize) throw new SheetError('large')
      yield bytes
    }
  }
}
