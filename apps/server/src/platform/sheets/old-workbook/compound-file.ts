import { SheetError } from '../sheet-rows.ts'

/** The file system within an old workbook (MS-CFB). All places are checked, because the file may be hostile. */
export interface CompoundFile {
  has(name: string): boolean
  read(name: string): Buffer | undefined
}

interface Entry {
  name: string
  start: number
  size: number
}

const endOfChain = 0xff_ff_ff_fa

export function openCompoundFile(bytes: Buffer): CompoundFile {
  if (bytes.length < 512) throw new SheetError('broken')
  const sector = 2 ** bytes.readUInt16LE(30)
  const small = 2 ** bytes.readUInt16LE(32)
  if ((sector !== 512 && sector !== 4096) || small !== 64) throw new SheetError('broken')
  const table = numbersOf(Buffer.concat(tableSectors().map(sectorAt)))
  const entries = entriesOf(chain(bytes.readUInt32LE(48)))
  const [root] = entries
  const smallBelow = bytes.readUInt32LE(56)
  const smallTable = numbersOf(chain(bytes.readUInt32LE(60)))
  return { has: (name) => entries.some((entry) => entry.name === name), read }

  function read(name: string) {
    const entry = entries.find((one) => one.name === name)
    if (!entry) return undefined
    const content = entry.size >= smallBelow ? chain(entry.start) : smallContent(entry)
    // Cut off: part of a sheet must not be taken for all of it.
    if (content.length < entry.size) throw new SheetError('broken')
    return content.subarray(0, entry.size)
  }

  function smallContent({ start }: Entry): Buffer {
    if (!root) throw new SheetError('broken')
    const all = chain(root.start)
    const parts = placesOf(start, smallTable).map((place) => all.subarray(place * small, (place + 1) * small))
    return Buffer.concat(parts)
  }

  /** Where the table of sectors is: the first ones are named in the head, the others in a chain of their own. */
  function tableSectors(): number[] {
    const named = numbersOf(bytes.subarray(76, 512))
    let next = bytes.readUInt32LE(68)
    const seen = new Set<number>()
    while (next < endOfChain) {
      if (seen.has(next)) throw new SheetError('broken')
      seen.add(next)
      const more = numbersOf(sectorAt(next))
      next = more.pop() ?? endOfChain
      named.push(...more)
    }
    return named.filter((place) => place < endOfChain)
  }

  function sectorAt(place: number): Buffer {
    const from = (place + 1) * sector
    if (from >= bytes.length) throw new SheetError('broken')
    return bytes.subarray(from, from + sector)
  }

  function chain(start: number): Buffer {
    return Buffer.concat(placesOf(start, table).map(sectorAt))
  }
}

/** The sectors of a chain. One that comes back to itself is refused. */
function placesOf(start: number, table: readonly number[]): number[] {
  const places: number[] = []
  for (let place = start; place < endOfChain; place = table[place] ?? endOfChain) {
    if (places.length > table.length) throw new SheetError('broken')
    places.push(place)
  }
  return places
}

function numbersOf(bytes: Buffer): number[] {
  const count = Math.floor(bytes.length / 4)
  return Array.from({ length: count }, (_number, nth) => bytes.readUInt32LE(nth * 4))
}

const entrySize = 128

function entriesOf(directory: Buffer): Entry[] {
  const count = Math.floor(directory.length / entrySize)
  return Array.from({ length: count }, (_entry, nth) => {
    const at = nth * entrySize
    const letters = Math.min(64, Math.max(2, directory.readUInt16LE(at + 64)))
    return {
      name: directory.toString('utf16le', at, at + letters - 2),
      start: directory.readUInt32LE(at + 116),
      size: directory.readUInt32LE(at + 120),
    }
  })
}
