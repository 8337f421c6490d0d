export interface ByteRange {
  start: number
  end: number
}

/**
 * The one range that a player asks for (RFC 9110, 14.2). Undefined: none, or several, or nothing that we understand; the
 * whole file is the right answer then. `unsatisfiable`: beyond the end.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, first = '', last = ''] = match ?? []
  if (first === '' && last === '') return undefined
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return range.start > range.end ? 'unsatisfiable' : range
}
