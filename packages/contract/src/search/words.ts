/** A range of a text that a search matches. */
export interface Mark {
  start: number
  end: number
}

/** As many words of a search as the server compares. */
const mostWords = 8

/** Without accents or capitals, as the server compares them. */
export function foldedText(text: string): string {
  return folded(text).text
}

/** The words of a search that count: not single letters, and of long searches the longest ones. */
export function searchWords(term: string): string[] {
  const words = foldedText(term).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)]
    .filter((word) => word.length > 1)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostWords)
}

/**
 * Where a text has the words of a search, in order and without overlaps: at the beginnings of words, and for a word that
 * begins nowhere, inside of words, as contacts are found.
 */
export function marksIn(text: string, words: readonly string[]): Mark[] {
  if (words.length === 0 || text === '') return []
  const { text: plain, at } = folded(text)
  const found = words.flatMap((word) => {
    const all = positionsOf(plain, word)
    const beginnings = all.filter((position) => !isLetter(plain.charAt(position - 1)))
    return (beginnings.length > 0 ? beginnings : all).map((position) => ({
      start: at[position] ?? 0,
      end: at[position + word.length] ?? text.length,
    }))
  })
  return joined(found.toSorted((a, b) => a.start - b.start))
}

/** Letters before the first match that an excerpt shows: few, so that a narrow row shows the match. */
const lead = 24
const longest = 200

/** The part of a text around the first word of a search; the beginning if there is none. */
export function excerptOf(text: string, words: readonly string[]): string {
  const first = marksIn(text, words)[0]?.start ?? 0
  const start = first <= lead ? 0 : beginningOfWord(text, first - lead, first)
  const end = Math.min(text.length, start + longest)
  return `${start > 0 ? '…' : ''}${wholeLetters(text.slice(start, end))}${end < text.length ? '…' : ''}`
}

function beginningOfWord(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S/)
  return space === -1 ? from : from + space + 1
}

/** Without halves of surrogate pairs at its ends. */
const wholeLetters = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')

interface Folded {
  text: string
  /** Position in the original of each letter, and its length at the end. */
  at: number[]
}

/** Letter by letter, so that positions are known although a letter may become two (æ). */
function folded(text: string): Folded {
  const at: number[] = []
  let plain = ''
  let position = 0
  for (const letter of text) {
    const simple = simpleLetter(letter)
    for (let index = 0; index < simple.length; index += 1) at.push(position)
    plain += simple
    position += letter.length
  }
  at.push(text.length)
  return { text: plain, at }
}

const isAscii = (letter: string) => letter.charCodeAt(0) < 128
const accents = /\p{M}/gu

function simpleLetter(letter: string): string {
  if (isAscii(letter)) return letter.toLowerCase()
  const simple = letter.normalize('NFD').replace(accents, '').toLowerCase()
  return replaced[simple] ?? simple
}

/** Letters that are not a letter with an accent; the database's rules have them too. */
const replaced: Record<string, string> = { ı: 'i', ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' }

const isLetter = (letter: string) => /[\p{L}\p{N}]/u.test(letter)

function positionsOf(text: string, word: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) found.push(at)
  return found
}

function joined(marks: Mark[]): Mark[] {
  const whole: Mark[] = []
  for (const mark of marks) {
    const last = whole.at(-1)
    if (last && mark.start <= last.end) last.end = Math.max(last.end, mark.end)
    else if (mark.end > mark.start) whole.push({ ...mark })
  }
  return whole
}
