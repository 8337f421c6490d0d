import { readable } from './plain-text.ts'
import { type Block, type Token, blocksOf } from './text-tokens.ts'

/** A message as one line without formatting, for lists, quotes and labels. */
export function summaryOf(text: string): string {
  return blocksOf(readable(text.slice(0, 400)))
    .map(textOf)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Removes the signature, which is not part of the message. */
export const withoutSigner = (text: string): string => text.replace(/^\*[^*\n]{1,60}:\*\r?\n/, '')

const segmenter = new Intl.Segmenter()

/** Cuts after a number of letters as people count them. */
export function cutAt(text: string, most: number): string {
  if (text.length <= most) return text
  const letters = [...segmenter.segment(text.slice(0, most * 16))]
  return letters.length > most
    ? `${letters
        .slice(0, most)
        .map(({ segment }) => segment)
        .join('')
        .replace(/[\s.,;:…-]+$/, '')}…`
    : text
}

function textOf(block: Block): string {
  switch (block.kind) {
    case 'mono':
      return block.text
    case 'list':
      return block.items.map(plain).join(' ')
    case 'lines':
    case 'quote':
      return block.lines.map(plain).join(' ')
  }
}

const plain = (tokens: Token[]): string =>
  tokens.map((token) => ('tokens' in token ? plain(token.tokens) : token.text)).join('')
