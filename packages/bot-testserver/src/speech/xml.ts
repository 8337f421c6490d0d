export interface Element {
  name: string
  attributes: Map<string, string>
  children: (Element | string)[]
}

/** The text is no well-formed XML. */
export class XmlError extends Error {}

const token = /<\?xml[^>]*\?>|<!--(?:(?!--)[\s\S])*-->|<[^<>]*>|[^<]+|</g
const tag = /^<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>$/
const attribute = /([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Reads what SSML needs of XML: elements, attributes and texts. There are no declarations, so no entities of one's own. */
export function readXml(text: string): Element {
  const top: Element = { name: '', attributes: new Map(), children: [] }
  const open = [top]
  for (const [part] of text.matchAll(token)) {
    const parent = open.at(-1) ?? top
    if (part.startsWith('<?xml') || part.startsWith('<!--')) continue
    if (!part.startsWith('<')) {
      parent.children.push(unescape(part))
      continue
    }
    const [, isEnd, name = '', attributes = '', isEmpty] = tag.exec(part) ?? []
    if (name === '') throw new XmlError(`this is no tag: ${part.slice(0, 40)}`)
    if (isEnd) {
      if (parent.name !== name || open.length === 1) throw new XmlError(`</${name}> ends nothing`)
      open.pop()
      continue
    }
    const element = { name, attributes: attributesOf(attributes), children: [] }
    parent.children.push(element)
    if (!isEmpty) open.push(element)
  }
  if (open.length > 1) throw new XmlError(`<${open.at(-1)?.name}> does not end`)
  const [root, ...more] = top.children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  if (root === undefined || typeof root === 'string' || more.length > 0) throw new XmlError('there is no single root')
  return root
}

function attributesOf(written: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single] of written.matchAll(attribute)) {
    if (attributes.has(name)) throw new XmlError(`${name} is there twice`)
    attributes.set(name, unescape(double ?? single ?? ''))
  }
  return attributes
}

const known = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function unescape(written: string): string {
  // oxlint-disable-next-line no-control-regex -- XML does not allow these characters.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(written)) throw new XmlError('a control character')
  return written.replace(/&([^;&]*);?/g, (all, name: string) => {
    const meant = all.endsWith(';') ? (known.get(name) ?? characterOf(name)) : undefined
    if (meant === undefined) throw new XmlError(`${all} stands for nothing`)
    return meant
  })
}

function characterOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([0-9a-f]+)|([0-9]+))$/i.exec(name) ?? []
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
  return Number.isInteger(code) && code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
