/** Removes accents and capitals letter by letter, so that positions stay the same for highlighting. */
const plain = (text: string) => Array.from(text, plainLetter).join('')

const plainLetter = (letter: string) =>
  letter.length > 1 ? letter : letter.normalize('NFD').slice(0, 1).toLowerCase().slice(0, 1)

/** The position of a part in a text, preferring the beginning of a word; -1 if it is not there. */
export function matchIn(text: string, part: string): number {
  if (part === '') return -1
  const [whole, wanted] = [plain(text), plain(part)]
  if (whole.startsWith(wanted)) return 0
  const atWord = whole.indexOf(` ${wanted}`)
  return atWord >= 0 ? atWord + 1 : whole.indexOf(wanted)
}

export const matches = (text: string, part: string) => part === '' || matchIn(text, part) >= 0
