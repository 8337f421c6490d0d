/** A location with its name and address. */
export interface GeoLocation {
  latitude: number
  longitude: number
  name: string
  address: string
}

const mapOf = (latitude: number, longitude: number) =>
  `https://maps.google.com/maps?q=${latitude}%2C${longitude}&z=17&hl=pt-BR`

/**
 * Joins picture, map and text as existing clients expect them (docs/requirements/service.md, section 7). `picture` is a
 * data URL.
 */
export function locationBody({ latitude, longitude, name, address }: GeoLocation, picture = ''): string {
  const words = [name, address].filter(Boolean).join('\n') || `${latitude}, ${longitude}`
  return [picture, mapOf(latitude, longitude), words.replaceAll('|', ' ')].join('|')
}

/** The location in a body; its coordinates are in the address of the map or in the text. */
export function locationIn(body: string): GeoLocation | undefined {
  const said = body.replace(/^data:[^|]*\|/, '')
  const point = /(-?\d{1,3}(?:\.\d+)?)(?:,\s*|%2C)(-?\d{1,3}(?:\.\d+)?)/i.exec(said)
  if (!point) return undefined
  const words = said
    .split('|')
    .map((part) => part.trim())
    .filter((part) => !/^https?:/.test(part) && !onlyPoint.test(part))
  const [name = '', ...address] = words.join('\n').trim().split('\n')
  return { latitude: Number(point[1]), longitude: Number(point[2]), name, address: address.join(', ') }
}

const onlyPoint = /^-?\d{1,3}(\.\d+)?,\s*-?\d{1,3}(\.\d+)?$/
