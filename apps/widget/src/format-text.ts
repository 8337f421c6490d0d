import { webAddress } from './address.ts'

export type Piece =
  | string
  | { kind: 'bold' | 'italic' | 'strike'; pieces: Piece[] }
  | { kind: 'mono'; text: string }
  | { kind: 'link'; url: string }

const kinds = { '*': 'bold', _: 'italic', '~': 'strike' } as const

// Lengths are bounded, so that a text full of markers cannot slow down the match.
const source =
  /```([\s\S]{1,4000}?)```|https?:\/\/[^\s<>"]{1,2000}|(?<![\p{L}\p{N}])([*_~])(?!\s|\2)([^\n]{1,1000}?)(?<!\s)\2(?![\p{L}\p{N}])/giu

/** *bold*, _italic_, ~strike~, ```mono``` and http(s) links as pieces to draw: never HTML (S43). */
export function formatText(text: string): Piece[] {
  const pieces: Piece[] = []
  const pattern = new RegExp(source)
  let done = 0
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const piece = pieceOf(found)
    if (found.index > done) pieces.push(text.slice(done, found.index))
    pieces.push(piece)
    done = found.index + (isLink(piece) ? piece.url.length : found[0].length)
    pattern.lastIndex = done
  }
  if (done < text.length) pieces.push(text.slice(done))
  return pieces
}

/** The text without formatting, for previews and screen readers. */
export function plainText(text: string): string {
  return formatText(text).map(textOf).join('')
}

function pieceOf([whole, mono, marker, inner]: RegExpExecArray): Piece {
  if (mono) return { kind: 'mono', text: mono }
  if (inner && (marker === '*' || marker === '_' || marker === '~'))
    return { kind: kinds[marker], pieces: formatText(inner) }
  return linkOf(whole)
}

function linkOf(found: string): Piece {
  let url = found
  while (/[.,;:!?'"»\]}*_~]$/.test(url) || (url.endsWith(')') && !url.includes('('))) url = url.slice(0, -1)
  return webAddress(url) ? { kind: 'link', url } : found
}

function isLink(piece: Piece): piece is { kind: 'link'; url: string } {
  return typeof piece === 'object' && piece.kind === 'link'
}

function textOf(piece: Piece): string {
  if (typeof piece === 'string') return piece
  if (piece.kind === 'mono') return piece.text
  return piece.kind === 'link' ? piece.url : piece.pieces.map(textOf).join('')
}
