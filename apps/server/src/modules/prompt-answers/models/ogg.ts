const page = Buffer.from('OggS')
const head = Buffer.from('OpusHead')

export const isOgg = (bytes: Buffer): boolean => bytes.subarray(0, page.length).equals(page)

const samplesPerSecond = 48_000
const longest = 24 * 3600

/** The length of a recording: its last page says how many samples there are, some of them before it begins. 0: unknown. */
export function secondsOfOgg(bytes: Buffer): number {
  const last = bytes.lastIndexOf(page)
  if (last < 0 || last + 14 > bytes.length) return 0
  const samples = Number(bytes.readBigInt64LE(last + 6)) - skippedIn(bytes)
  return Math.min(Math.max(0, samples / samplesPerSecond), longest)
}

function skippedIn(bytes: Buffer): number {
  const at = bytes.indexOf(head)
  return at < 0 || at + 12 > bytes.length ? 0 : bytes.readUInt16LE(at + 10)
}
