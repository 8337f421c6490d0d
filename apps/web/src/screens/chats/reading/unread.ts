import type { InternalMessageView } from '@guiche/contract'
import { useMemo, useState } from 'react'

type Counted = Pick<InternalMessageView, 'id' | 'senderId' | 'isDeleted'>

interface Opened {
  /** How many messages were unread when the chat was opened. */
  unreads: number
  /** The newest message at that time. */
  upTo: number
  myId: number
}

/** The first message that was unread when the chat was opened; undefined: none was, or it is not loaded yet. */
export function firstUnread(messages: readonly Counted[], { unreads, upTo, myId }: Opened): number | undefined {
  if (unreads === 0) return undefined
  const counted = messages.filter(({ id, senderId, isDeleted }) => id <= upTo && senderId !== myId && !isDeleted)
  return counted.at(-unreads)?.id
}

/** How many messages of others were received since the end was last on screen. */
export function useNewCount(messages: readonly Counted[], isAtEnd: boolean, myId: number): number {
  const newest = messages.at(-1)?.id
  const [seen, setSeen] = useState(newest)
  if ((isAtEnd || seen === undefined) && newest !== seen) setSeen(newest)
  return useMemo(
    () =>
      isAtEnd || seen === undefined ? 0 : messages.filter(({ id, senderId }) => id > seen && senderId !== myId).length,
    [messages, isAtEnd, seen, myId],
  )
}
