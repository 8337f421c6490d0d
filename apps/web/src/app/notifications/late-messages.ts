import type { MessageEvent } from '@guiche/contract'
import { playNotice } from '../../lib/sound.ts'

/** In ms. */
const late = 60_000
const pause = 10_000

type NewMessage = Extract<MessageEvent, { action: 'create' }>['message']

/** It was written well before it came: one of many, after a line was away. */
export const isLate = ({ createdAt, updatedAt }: Pick<NewMessage, 'createdAt' | 'updatedAt'>): boolean =>
  Date.parse(updatedAt) - Date.parse(createdAt) > late

let playedAt = -Infinity

/** However many of them come at once, they are heard once. */
export function playNoticeOnce(): void {
  const now = performance.now()
  if (now - playedAt < pause) return
  playedAt = now
  playNotice()
}
