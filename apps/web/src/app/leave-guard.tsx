import { useBlocker } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { chatOutbox } from '../features/internal-chats/chat-outbox.ts'
import { outbox } from '../features/messages/outbox.ts'
import { unsaved } from '../ui/dialogs/unsaved.ts'

/** Lets a half-filled form ask before the page is left. Unsent messages ask before the tab is closed. */
export function LeaveGuard() {
  const isAny = useSyncExternalStore(unsaved.subscribe, unsaved.isAny)
  useBlocker({ shouldBlockFn, enableBeforeUnload: unsaved.isAny, disabled: !isAny })

  const isSendingToCustomers = useSyncExternalStore(outbox.subscribe, outbox.isWaiting)
  const isSendingToColleagues = useSyncExternalStore(chatOutbox.subscribe, chatOutbox.isWaiting)
  const isSending = isSendingToCustomers || isSendingToColleagues
  useEffect(() => {
    if (!isSending) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isSending])
  return null
}

/** Redirects are not asked: they follow from something that has happened, such as the end of the session. */
async function shouldBlockFn({ action }: { action: 'PUSH' | 'REPLACE' | 'FORWARD' | 'BACK' | 'GO' }): Promise<boolean> {
  if (action === 'REPLACE') return false
  return !(await unsaved.mayLeave(action === 'PUSH' ? 'link' : 'browser'))
}
