import { format, getFormatDateInfo } from 'numfmt'
import { readXml } from './xml-reader.ts'
import type { Zip } from './zip-reader.ts'

/** What a workbook says about numbers that are dates. */
export interface DateCells {
  /** For each style of cells, how its dates are written here. Undefined: its numbers are no dates. */
  patterns: (string | undefined)[]
  /** In days: what its first day has more than that of most workbooks. */
  offset: number
}

/** In days: December 31, 9999. */
const lastDay = 2_958_465

/** The text of a number that is a date or a time. Undefined: it is none. */
export function dateText({ patterns, offset }: DateCells, style: number, value: string): string | undefined {
  const pattern = patterns[style]
  const days = Number(value) + offset
  return pattern !== undefined && value !== '' && days >= 0 && days < lastDay + 1 ? format(pattern, days) : undefined
}

/** How the dates of each style are written. */
export async function datePatterns(zip: Zip): Promise<(string | undefined)[]> {
  const path = 'xl/styles.xml'
  const codes = new Map<number, string>()
  const patterns: (string | undefined)[] = []
  let isCellStyle = false
  if (!zip.has(path)) return patterns
  await readXml(zip.open(path), {
    open: (name, attribute) => {
      const id = Number(attribute('numFmtId'))
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'numFmt' && !codes.has(id)) codes.set(id, attribute('formatCode') ?? '')
      if (name === 'xf' && isCellStyle) patterns.push(patternOf(id, codes.get(id)))
    },
    text: () => undefined,
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return patterns
}

const date = 'yyyy-mm-dd'
const time = 'hh:mm'

/** Dates have one form here, because a workbook names neither language nor country. */
export function patternOf(id: number, code: string | undefined): string | undefined {
  if (code === undefined) return knownPattern(id)
  const { year, month, day, hours, minutes } = getFormatDateInfo(code)
  return [...(year || month || day ? [date] : []), ...(hours || minutes ? [time] : [])].join(' ') || undefined
}

/** Of the formats that all workbooks have without writing them. */
function knownPattern(id: number): string | undefined {
  if (id >= 14 && id <= 17) return date
  if (id === 22) return `${date} ${time}`
  return (id >= 18 && id <= 21) || (id >= 45 && id <= 47) ? time : undefined
}
