import type { MessageView } from '@guiche/contract'
import type { CSSProperties } from 'react'
import { clockText } from '../../../lib/text/clock-text.ts'

/** Reserves the space of a picture before it loads: 288 px wide, with a bounded aspect ratio. */
export function shapeOf({ mediaWidth, mediaHeight }: Pick<MessageView, 'mediaWidth' | 'mediaHeight'>): CSSProperties {
  const ratio = mediaWidth && mediaHeight ? mediaWidth / mediaHeight : 4 / 3
  return { aspectRatio: String(Math.min(2.4, Math.max(0.8, ratio))) }
}

/** The length of a sound or video, such as 1:05. */
export const lengthOf = (seconds: number): string => clockText(Math.floor(seconds))
