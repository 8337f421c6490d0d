import { safeLink } from '../../lib/text/text-tokens.ts'
import { readable } from '../../lib/text/plain-text.ts'

export interface LocationMessage {
  /** A small map as a data URL. */
  picture: string | undefined
  href: string | undefined
  text: string
}

/** Parses a location message: picture, map URL and name, separated by `|` (docs/requirements/service.md, section 7). */
export function parseLocation(body: string): LocationMessage {
  const parts = body.split('|').map((part) => part.trim())
  const picture = parts.find((part) => /^data:image\/(png|jpeg|webp);base64,/.test(part))?.replace(/\s+/g, '')
  const link = parts.map((part) => (/^https?:/.test(part) ? safeLink(part) : undefined)).find(Boolean)
  const text = readable(
    parts.filter((part) => part !== '' && !part.startsWith('data:') && !/^https?:/.test(part)).join('\n'),
  ).slice(0, 300)
  const point = /^(-?\d{1,3}(?:\.\d+)?),\s*(-?\d{1,3}(?:\.\d+)?)$/m.exec(text)
  return { picture, href: link ?? (point ? `https://www.google.com/maps?q=${point[1]},${point[2]}` : undefined), text }
}
