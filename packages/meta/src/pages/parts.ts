import type { Network } from './network.ts'

/** Networks whose messages have a longest text. */
type Splitting = Network | 'whatsapp'

const most: Record<Splitting, (text: string) => boolean> = {
  facebook: (text) => text.length <= 2000,
  // Instagram counts bytes.
  instagram: (text) => Buffer.byteLength(text) <= 1000,
  whatsapp: (text) => text.length <= 4096,
}

/** A text in parts that the network takes, split at the end of a paragraph, a line or a word where there is one. */
export function splitText(network: Splitting, text: string): string[] {
  const fits = most[network]
  const parts: string[] = []
  let rest = text
  while (!fits(rest)) {
    const end = endOfPart(rest, fits)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === '' ? parts.filter(Boolean) : [...parts, rest].filter(Boolean)
}

function endOfPart(text: string, fits: (part: string) => boolean): number {
  const longest = longestFitting(text, fits)
  for (const boundary of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(boundary, longest)
    // A part of a few letters would only make more messages.
    if (at >= longest / 2) return at
  }
  return longest
}

/** In UTF-16 units, never within a character. */
function longestFitting(text: string, fits: (part: string) => boolean): number {
  let [low, high] = [1, text.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(text.slice(0, middle))) low = middle
    else high = middle - 1
  }
  const isWithin = /[\uD800-\uDBFF]$/.test(text.slice(0, low))
  return isWithin && low > 1 ? low - 1 : low
}
