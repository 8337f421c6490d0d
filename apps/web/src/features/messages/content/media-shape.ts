import type { MessageView } from '@guiche/contract'
import type { CSSProperties } from 'react'

/** Reserves the space of a picture before it loads: 288 px wide, with a bounded aspect ratio. */
export function shapeOf({ mediaWidth, mediaHeight }: Pick<MessageView, 'mediaWidth' | 'mediaHeight'>): CSSProperties {
  const ratio = mediaWidth && mediaHeight ? mediaWidth / mediaHeight : 4 / 3
  return { aspectRatio: String(Math.min(2.4, Math.max(0.8, ratio))) }
}

/** The length of a sound or video, such as 1:05. */
export function lengthOf(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
