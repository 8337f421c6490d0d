import { SheetError } from './sheet-rows.ts'

export interface SharedTexts {
  add(text: string): void
  /** Empty: there is none with this number. */
  at(index: number): string
}

/** In bytes: all of them, and of one piece of memory. A text fits into a piece. */
const most = 112 * 1_048_576
const piece = 1_048_576

/**
 * The texts of a workbook as bytes. A million of them as strings would take several times the memory, and the process
 * that reads sheets has little.
 */
export function createSharedTexts(): SharedTexts {
  const pieces: Buffer[] = []
  let used = piece
  let count = 0
  let places = new Uint32Array(1024)
  let lengths = new Uint16Array(1024)
  return { add, at }

  function add(text: string) {
    const length = Buffer.byteLength(text)
    if (used + length > piece) {
      if (pieces.length * piece >= most) throw new SheetError('large')
      pieces.push(Buffer.allocUnsafe(piece))
      used = 0
    }
    if (count === places.length) grow()
    pieces.at(-1)?.write(text, used)
    places[count] = (pieces.length - 1) * piece + used
    lengths[count] = length
    used += length
    count += 1
  }

  function grow() {
    if (places.length * 6 > most / 2) throw new SheetError('large')
    const [before, beforeLengths] = [places, lengths]
    places = new Uint32Array(before.length * 2)
    lengths = new Uint16Array(before.length * 2)
    places.set(before)
    lengths.set(beforeLengths)
  }

  function at(index: number) {
    const place = places[index]
    if (!(index < count) || place === undefined) return ''
    const start = place % piece
    return pieces[Math.floor(place / piece)]?.toString('utf8', start, start + (lengths[index] ?? 0)) ?? ''
  }
}
