import type { ComponentChildren } from 'preact'
import { formatText, type Piece } from '../format-text.ts'

const tags = { bold: 'b', italic: 'i', strike: 's' } as const

export function Formatted({ text }: { text: string }) {
  return <>{formatText(text).map(draw)}</>
}

export function ExternalLink({
  url,
  class: name,
  children,
}: {
  url: string
  class?: string
  children: ComponentChildren
}) {
  return (
    <a class={name} href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function draw(piece: Piece): ComponentChildren {
  if (typeof piece === 'string') return piece
  if (piece.kind === 'mono') return <code>{piece.text}</code>
  if (piece.kind === 'link') return <ExternalLink url={piece.url}>{piece.url}</ExternalLink>
  const Tag = tags[piece.kind]
  return <Tag>{piece.pieces.map(draw)}</Tag>
}
