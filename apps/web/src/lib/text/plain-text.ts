/**
 * Removes invisible characters from customers' texts before they are shown: direction marks, zero-width characters,
 * stacked accents (S43). Joiners inside emoji are kept.
 */
export function readable(text: string): string {
  return text.toWellFormed().replace(invisible, '').replace(looseJoiner, '').replace(stackedMarks, '$1')
}

const invisible =
  /(?![\t\n])[\p{Cc}\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu
const looseJoiner =
  /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})/gu
const stackedMarks = /((?:\p{Mn}|\p{Me}){4})[\p{Mn}\p{Me}]+/gu
