import type { MessageView } from '@guiche/contract'
import { useState } from 'react'

/** How many messages were received since the end was last on screen. */
export function useNewCount(messages: MessageView[], isAtEnd: boolean): number {
  const newest = messages.at(-1)?.id ?? 0
  const [seen, setSeen] = useState(newest)
  if (isAtEnd && newest !== seen) setSeen(newest)
  return isAtEnd ? 0 : messages.filter(({ id, fromMe }) => id > seen && !fromMe).length
}
