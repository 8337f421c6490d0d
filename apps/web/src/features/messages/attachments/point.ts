export interface Point {
  latitude: number
  longitude: number
}

/** Why no coordinates were found. `short`: a short link that only its service can resolve. */
export type NoPoint = 'none' | 'range' | 'short'

const number = String.raw`[-−+]?\d{1,3}(?:\.\d{1,20})?`
const pair = String.raw`(${number})\s*(?:,|%2C|;|\s|/)\s*\+?(${number})`

/** Where map links put their coordinates, the most reliable first. */
const inLinks = [
  new RegExp(String.raw`!3d(${number})!4d(${number})`),
  new RegExp(String.raw`[?&](?:q|ll|query|destination|daddr|center|coordinate|to)=(?:loc:|ll\.)?${pair}`, 'i'),
  new RegExp(String.raw`mlat=(${number})&mlon=(${number})`),
  new RegExp(`@${pair}`),
  new RegExp(String.raw`#map=\d+(?:\.\d+)?/(${number})/(${number})`),
  new RegExp(String.raw`/(?:place|search|dir)/(?:[^@]*/)?${pair}`),
  new RegExp(`^geo:${pair}`),
]

const typed = new RegExp(String.raw`^\(?${pair}\)?$`)
/** Coordinates with decimal commas. */
const typedWithCommas = /^([-−]?\d{1,3},\d{1,20})(?:\s*;\s*|,?\s+)([-−]?\d{1,3},\d{1,20})$/

/** Coordinates from typed text or from a pasted map link. */
export function pointIn(text: string): Point | NoPoint {
  const trimmed = text.trim()
  if (/^(https?|geo):/i.test(trimmed)) {
    const found = inLinks.map((pattern) => pattern.exec(trimmed)).find((match) => match !== null)
    return found ? pointOf(found[1], found[2]) : 'short'
  }
  const commas = typedWithCommas.exec(trimmed)
  if (commas) return pointOf(commas[1]?.replace(',', '.'), commas[2]?.replace(',', '.'))
  const dots = typed.exec(trimmed)
  return dots ? pointOf(dots[1], dots[2]) : 'none'
}

function pointOf(first = '', second = ''): Point | NoPoint {
  const [latitude, longitude] = [first, second].map((part) => Number(part.replace('−', '-')))
  if (latitude === undefined || longitude === undefined) return 'none'
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : 'range'
}
