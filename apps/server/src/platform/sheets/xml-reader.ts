import sax, { type QualifiedAttribute } from 'sax'
import { SheetError, longestPiece } from './sheet-rows.ts'

export interface XmlHandlers {
  /** Names have no prefix. */
  open(name: string, attribute: (name: string) => string | undefined): void
  /** A part of a text. */
  text(text: string): void
  close(name: string): void
}

/** Elements within each other. A workbook needs about ten. */
const deepest = 100

/**
 * Reads XML piece by piece, with limits: no document types, so that no entity can be defined, and neither endless texts nor
 * endless nesting.
 */
export function createXmlReader(on: XmlHandlers): { write(bytes: Buffer): void; end(): void } {
  const decoder = new TextDecoder()
  const parser = sax.parser(true, { position: false })
  let depth = 0
  let sinceTag = 0

  parser.onerror = () => {
    throw new SheetError('broken')
  }
  parser.ondoctype = () => {
    throw new SheetError('broken')
  }
  parser.onopentag = ({ name, attributes }) => {
    sinceTag = 0
    if ((depth += 1) > deepest) throw new SheetError('broken')
    on.open(withoutPrefix(name), (wanted) => attributeOf(attributes, wanted))
  }
  parser.ontext = (text) => on.text(text)
  parser.oncdata = (text) => on.text(text)
  parser.onclosetag = (name) => {
    sinceTag = 0
    depth -= 1
    on.close(withoutPrefix(name))
  }
  return {
    write: (bytes) => parse(decoder.decode(bytes, { stream: true })),
    end: () => {
      parse(decoder.decode())
      parser.close()
    },
  }

  function parse(text: string) {
    parser.write(text)
    if ((sinceTag += text.length) > longestPiece) throw new SheetError('large')
  }
}

/** Reads XML as a whole. */
export async function readXml(content: AsyncIterable<Buffer>, on: XmlHandlers): Promise<void> {
  const reader = createXmlReader(on)
  for await (const bytes of content) reader.write(bytes)
  reader.end()
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

function attributeOf(attributes: Record<string, string | QualifiedAttribute>, wanted: string): string | undefined {
  const found = attributes[wanted] ?? Object.entries(attributes).find(([name]) => withoutPrefix(name) === wanted)?.[1]
  return typeof found === 'string' ? found : found?.value
}
