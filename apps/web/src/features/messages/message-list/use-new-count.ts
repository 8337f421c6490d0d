import type { MessageView } from '@guiche/contract'
import { useMemo, useState } from 'react'
import { isBefore } from '../message-pages.ts'

/** How many messages were received since the end was last on screen. */
export function useNewCount(messages: MessageView[], isAtEnd: boolean): number {
  const newest = messages.at(-1)
  const [seen, setSeen] = useState(newest)
  if ((isAtEnd || !seen) && newest?.id !== seen?.id) setSeen(newest)
  return useMemo(
    () => (isAtEnd || !seen ? 0 : messages.filter((message) => !message.fromMe && isBefore(seen, message)).length),
    [messages, isAtEnd, seen],
  )
}
