/**
 * Parses WhatsApp's formatting to a tree, never to HTML: *bold*, _italic_, ~strike~, `code`, ```mono```, > quote,
 * lists, links.
 */

export type Token =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; tokens: Token[] }
  | { kind: 'code'; text: string }
  | { kind: 'mention'; text: string }
  | { kind: 'link'; text: string; href: string }

export type Block =
  | { kind: 'lines'; lines: Token[][] }
  | { kind: 'quote'; lines: Token[][] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Token[][] }
  | { kind: 'mono'; text: string }

/** Takes linear time: each step reads each character a fixed number of times (S51). */
export function blocksOf(text: string): Block[] {
  const parts = fenced(text)
  return parts.flatMap((part, index) => {
    if (index % 2 === 1)
      return part.trim() === '' ? [] : [{ kind: 'mono' as const, text: part.replace(/^\n|\n$/g, '') }]
    const beside = trimNextToFence(part, index, parts.length)
    return beside === '' && parts.length > 1 ? [] : blocksOfLines(beside.split('\n'))
  })
}

/** Alternates between plain and fenced text. A fence without an end is text. */
function fenced(text: string): string[] {
  const parts = text.split('```')
  if (parts.length % 2 === 1) return parts
  const [unclosed, before] = [parts.pop(), parts.pop()]
  return [...parts, `${before ?? ''}\`\`\`${unclosed ?? ''}`]
}

/** A line break next to a fence belongs to the fence. */
function trimNextToFence(part: string, index: number, count: number): string {
  const start = index > 0 && part.startsWith('\n') ? 1 : 0
  const end = index < count - 1 && part.endsWith('\n') && part.length > start ? part.length - 1 : part.length
  return part.slice(start, end)
}

function blocksOfLines(lines: string[]): Block[] {
  const blocks: Block[] = []
  for (const line of lines) {
    const { kind, text, start } = lineOf(line)
    const last = blocks.at(-1)
    if (kind === 'bullet' || kind === 'number') {
      const isOrdered = kind === 'number'
      if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(tokensOf(text))
      else blocks.push({ kind: 'list', isOrdered, start, items: [tokensOf(text)] })
    } else if (last?.kind === kind) last.lines.push(tokensOf(text))
    else blocks.push({ kind, lines: [tokensOf(text)] })
  }
  return blocks
}

function lineOf(line: string): { kind: 'lines' | 'quote' | 'bullet' | 'number'; text: string; start: number } {
  if (line.startsWith('> ')) return { kind: 'quote', text: line.slice(2), start: 1 }
  if (/^[-*] \S/.test(line)) return { kind: 'bullet', text: line.slice(2), start: 1 }
  const number = /^(\d{1,3})\. \S/.exec(line)?.[1]
  if (number) return { kind: 'number', text: line.slice(number.length + 2), start: Number(number) }
  return { kind: 'lines', text: line, start: 1 }
}

const marks = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Mark = keyof typeof marks
const isMark = (letter: string): letter is Mark => Object.hasOwn(marks, letter)

export function tokensOf(line: string): Token[] {
  return pieces(line).flatMap((piece) => (typeof piece === 'string' ? emphasized(piece, []) : [piece]))
}

const special =
  /`[^`\n]+`|https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+|tel:\+?[\d().-]{3,30}|(?<![\p{L}\d.])@\p{L}[\p{L}\d_]{0,40}/gu

/** Finds links, code and mentions first, because marks inside them are not formatting. */
function pieces(line: string): (string | Token)[] {
  const found: (string | Token)[] = []
  let end = 0
  for (const match of line.matchAll(special)) {
    const piece = pieceOf(match[0])
    if (!piece) continue
    found.push(line.slice(end, match.index), piece.token)
    end = match.index + piece.length
  }
  return [...found, line.slice(end)].filter((piece) => piece !== '')
}

function pieceOf(text: string): { token: Token; length: number } | undefined {
  if (text.startsWith('`')) return { token: { kind: 'code', text: text.slice(1, -1) }, length: text.length }
  if (text.startsWith('@')) return { token: { kind: 'mention', text }, length: text.length }
  const shown = withoutEnd(text)
  const href = safeLink(shown)
  return href === undefined ? undefined : { token: { kind: 'link', text: shown, href }, length: shown.length }
}

/** Trailing punctuation belongs to the sentence, and so does a closing bracket opened before the link. */
function withoutEnd(link: string): string {
  const shorter = link.replace(/[.,;:!?'*_~]{1,20}$/, '')
  return shorter.endsWith(')') && !shorter.includes('(') ? shorter.slice(0, -1) : shorter
}

const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** The URL, if its protocol may be opened. */
export function safeLink(link: string): string | undefined {
  const url = URL.parse(link)
  return url && protocols.has(url.protocol) ? url.href : undefined
}

/** `used`: marks that already apply; each applies once. */
function emphasized(text: string, used: Mark[]): Token[] {
  const closings = { '*': closingsOf(text, '*'), _: closingsOf(text, '_'), '~': closingsOf(text, '~') }
  const tokens: Token[] = []
  let plain = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at)
    if (!isMark(mark) || used.includes(mark) || !opens(text, at)) continue
    const end = next(closings[mark], at)
    if (end === undefined) continue
    if (plain < at) tokens.push({ kind: 'text', text: text.slice(plain, at) })
    tokens.push({ kind: marks[mark], tokens: emphasized(text.slice(at + 1, end), [...used, mark]) })
    plain = end + 1
    at = end
  }
  if (plain < text.length) tokens.push({ kind: 'text', text: text.slice(plain) })
  return tokens
}

const isWord = /[\p{L}\p{N}]/u
const isSpace = /\s/

const opens = (text: string, at: number) =>
  !isWord.test(text.charAt(at - 1)) &&
  text.charAt(at + 1) !== '' &&
  !isSpace.test(text.charAt(at + 1)) &&
  text.charAt(at + 1) !== text.charAt(at)

/** The positions where a mark can close, in order. */
function closingsOf(text: string, mark: Mark): number[] {
  const found: number[] = []
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
    if (at > 0 && !isSpace.test(text.charAt(at - 1)) && !isWord.test(text.charAt(at + 1))) found.push(at)
  }
  return found
}

/** The first position after `at`, by binary search. */
function next(positions: number[], at: number): number | undefined {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] ?? 0) > at + 1) high = middle
    else low = middle + 1
  }
  return positions[low]
}
