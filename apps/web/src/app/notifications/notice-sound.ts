import type { MessageEvent } from '@guiche/contract'

type NewMessage = Extract<MessageEvent, { action: 'create' }>['message']
type Times = Pick<NewMessage, 'createdAt' | 'updatedAt'>

/** In ms: written so long before it came, a message is one of many, after a line was away. */
const late = 60_000
/** In ms: how long nothing is heard after something was. */
const pauses = { late: 10_000, usual: 600 }

export const isLate = ({ createdAt, updatedAt }: Times): boolean => Date.parse(updatedAt) - Date.parse(createdAt) > late

/** However many messages come at once, they are heard once. */
export function createNoticeSound(play: () => void): (message: Times) => void {
  let playedAt = -Infinity
  return (message) => {
    const now = performance.now()
    if (now - playedAt < (isLate(message) ? pauses.late : pauses.usual)) return
    playedAt = now
    play()
  }
}
