export interface ByteRange {
  start: number
  end: number
}

/**
 * The single range that a media player requests (RFC 9110, 14.2). Undefined: no range, several, or an unknown format;
 * the answer is then the whole file. `unsatisfiable`: beyond the end.
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
