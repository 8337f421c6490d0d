import { type Element, readXml } from './xml.ts'

/** What is to be said, and by whom. */
export interface Speech {
  language: string
  voice: string
  text: string
}

/** The document is no SSML that the service takes. */
export class SsmlError extends Error {}

const inside = new Set([
  'p',
  's',
  'break',
  'emphasis',
  'lang',
  'phoneme',
  'prosody',
  'say-as',
  'sub',
  'audio',
  'bookmark',
  'mstts:express-as',
  'mstts:silence',
])

/** Reads a document of one voice or more. */
export function readSsml(written: string): Speech[] {
  const root = readXml(written)
  if (root.name !== 'speak') throw new SsmlError('the root is not speak')
  if (root.attributes.get('version') !== '1.0') throw new SsmlError('the version of speak is not 1.0')
  const language = root.attributes.get('xml:lang')
  if (!language) throw new SsmlError('speak has no language')
  const parts = root.children.flatMap((child): Element[] => {
    if (typeof child !== 'string') return [child]
    if (child.trim() !== '') throw new SsmlError('there is a text without a voice')
    return []
  })
  if (parts.length === 0) throw new SsmlError('there is no voice')
  return parts.map((part) => {
    const voice = part.attributes.get('name')
    if (part.name !== 'voice' || !voice) throw new SsmlError(`${part.name} is not a voice with a name`)
    return { language, voice, text: textOf(part).replace(/\s+/g, ' ').trim() }
  })
}

function textOf({ children }: Element): string {
  return children
    .map((child) => {
      if (typeof child === 'string') return child
      if (!inside.has(child.name)) throw new SsmlError(`${child.name} is not known`)
      return textOf(child)
    })
    .join('')
}
