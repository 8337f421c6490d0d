import { SheetError } from './sheet-rows.ts'

interface XmlHandlers {
  /** Names have no prefix. */
  open(name: string, attribute: (name: string) => string | undefined): void
  text(text: string): void
  close(name: string): void
}

/** In characters: the longest tag or text. */
const longest = 4_194_304

/**
 * Reads XML piece by piece. It knows what the files of a workbook need: no document types, so that no entity can be
 * defined, and the five entities of XML itself.
 */
export function createXmlReader(on: XmlHandlers): { write(piece: string): void } {
  let rest = ''
  return { write }

  function write(piece: string) {
    const text = rest + piece
    let at = 0
    for (;;) {
      const next = text.indexOf('<', at)
      const end = next < 0 ? -1 : endOf(text, next)
      if (next < 0 || end < 0) break
      if (next > at) on.text(unescaped(text.slice(at, next)))
      handle(text, next, end)
      at = end
    }
    rest = text.slice(at)
    if (rest.length > longest) throw new SheetError('large')
  }

  function handle(text: string, start: number, end: number) {
    if (text.startsWith('<![CDATA[', start)) return on.text(text.slice(start + 9, end - 3))
    if (text[start + 1] === '?' || text.startsWith('<!--', start)) return
    if (text[start + 1] === '!') throw new SheetError('broken')
    const tag = text.slice(start + 1, end - 1)
    if (tag.startsWith('/')) return on.close(nameOf(tag.slice(1)))
    on.open(nameOf(tag), (name) => attributeOf(tag, name))
    if (tag.endsWith('/')) on.close(nameOf(tag))
  }
}

/** The position after a tag, comment or other piece of markup; -1: it does not end here. */
function endOf(text: string, start: number): number {
  if (text.startsWith('<![CDATA[', start)) return after(text, ']]>', start)
  if (text.startsWith('<!--', start)) return after(text, '-->', start)
  if (text.startsWith('<?', start)) return after(text, '?>', start)
  // The chunk ends before it is clear which kind of markup this is.
  if (text.startsWith('<!', start) && text.length < start + 9) return -1
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '>') return at + 1
    if (letter !== '"' && letter !== "'") continue
    at = text.indexOf(letter, at + 1)
    if (at < 0) return -1
  }
  return -1
}

function after(text: string, mark: string, start: number): number {
  const found = text.indexOf(mark, start)
  return found < 0 ? -1 : found + mark.length
}

const nameOf = (tag: string) => withoutPrefix(/^[^\s/]*/.exec(tag)?.[0] ?? '')
const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

function attributeOf(tag: string, wanted: string): string | undefined {
  for (const [, name = '', double, single] of tag.matchAll(/([^\s="'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    if (withoutPrefix(name) === wanted) return unescaped(double ?? single ?? '')
  return undefined
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, code: string) =>
        code.startsWith('#') ? letterOf(code.slice(1)) : (named[code] ?? whole),
      )
    : text

function letterOf(code: string): string {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
}
