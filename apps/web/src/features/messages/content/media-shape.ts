import type { MessageView } from '@guiche/contract'
import type { CSSProperties } from 'react'

/** The room that a picture will take, before it is there, so that nothing jumps: 288 px wide, neither a strip nor a tower. */
export function shapeOf({ mediaWidth, mediaHeight }: Pick<MessageView, 'mediaWidth' | 'mediaHeight'>): CSSProperties {
  const ratio = mediaWidth && mediaHeight ? mediaWidth / mediaHeight : 4 / 3
  return { aspectRatio: String(Math.min(2.4, Math.max(0.8, ratio))) }
}
