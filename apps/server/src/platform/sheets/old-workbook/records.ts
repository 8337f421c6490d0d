import { SheetError } from '../sheet-rows.ts'

/** A record of an old workbook (MS-XLS): its kind and its bytes; those of following records that continue it, too. */
export interface Record {
  kind: number
  at: number
  parts: Buffer[]
}

export const kinds = {
  formula: 0x00_06,
  end: 0x00_0a,
  date1904: 0x00_22,
  password: 0x00_2f,
  continued: 0x00_3c,
  sheet: 0x00_85,
  numbers: 0x00_bd,
  richText: 0x00_d6,
  style: 0x00_e0,
  sharedTexts: 0x00_fc,
  sharedText: 0x00_fd,
  number: 0x02_03,
  text: 0x02_04,
  flag: 0x02_05,
  formulaText: 0x02_07,
  shortNumber: 0x02_7e,
  format: 0x04_1e,
  begin: 0x08_09,
} as const

/** The records from a place on. */
export function* recordsOf(stream: Buffer, from = 0): Generator<Record> {
  let record: Record | undefined
  for (let at = from; at + 4 <= stream.length;) {
    const kind = stream.readUInt16LE(at)
    const end = at + 4 + stream.readUInt16LE(at + 2)
    if (end > stream.length) throw new SheetError('broken')
    const bytes = stream.subarray(at + 4, end)
    if (kind === kinds.continued && record) record.parts.push(bytes)
    else {
      if (record) yield record
      record = { kind, at, parts: [bytes] }
    }
    at = end
  }
  if (record) yield record
}

/** Reads a record from its beginning, across its parts. */
export function createRecordReader({ parts }: Pick<Record, 'parts'>) {
  let nth = 0
  let at = 0
  return { byte, short, long, skip, text, isAtEnd }

  function isAtEnd(): boolean {
    while (nth < parts.length && at >= (parts[nth]?.length ?? 0)) {
      nth += 1
      at = 0
    }
    return nth >= parts.length
  }

  function byte(): number {
    if (isAtEnd()) throw new SheetError('broken')
    const value = parts[nth]?.[at] ?? 0
    at += 1
    return value
  }

  function short(): number {
    return byte() + byte() * 256
  }

  function long(): number {
    return short() + short() * 65_536
  }

  function skip(count: number) {
    for (let left = count; left > 0;) {
      if (isAtEnd()) return
      const step = Math.min(left, (parts[nth]?.length ?? 0) - at)
      at += step
      left -= step
    }
  }

  /** A text with its length before it. What is cut off by the end of a part says anew how wide its letters are. */
  function text(length: number): string {
    const flags = byte()
    const runs = flags & 8 ? short() : 0
    const extra = flags & 4 ? long() : 0
    let isWide = (flags & 1) !== 0
    let found = ''
    for (let left = length; left > 0;) {
      if (at >= (parts[nth]?.length ?? 0)) isWide = (byte() & 1) !== 0
      const part = parts[nth]
      if (!part) throw new SheetError('broken')
      const width = isWide ? 2 : 1
      const count = Math.min(left, Math.floor((part.length - at) / width))
      if (count === 0) throw new SheetError('broken')
      found += part.toString(isWide ? 'utf16le' : 'latin1', at, at + count * width)
      at += count * width
      left -= count
    }
    skip(runs * 4 + extra)
    return found
  }
}
