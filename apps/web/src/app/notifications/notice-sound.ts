import type { MessageEvent } from '@guiche/contract'

type NewMessage = Extract<MessageEvent, { action: 'create' }>['message']
type Times = Pick<NewMessage, 'createdAt' | 'updatedAt'>

/** In ms. A message that was written this long before it arrived is one of many after a lost connection. */
const late = 60_000
/** In ms: the minimum pause between sounds. */
const pauses = { late: 10_000, usual: 600 }

export const isLate = ({ createdAt, updatedAt }: Times): boolean => Date.parse(updatedAt) - Date.parse(createdAt) > late

/** Plays one sound for many messages at once. */
export function createNoticeSound(play: () => void): (message: Times) => void {
  let playedAt = -Infinity
  return (message) => {
    const now = performance.now()
    if (now - playedAt < (isLate(message) ? pauses.late : pauses.usual)) return
    playedAt = now
    play()
  }
}
