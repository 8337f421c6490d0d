import { useBlocker } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { unsaved } from '../ui/dialogs/unsaved.ts'

/** Lets a half-filled form ask before the page is left. */
export function LeaveGuard() {
  const isAny = useSyncExternalStore(unsaved.subscribe, unsaved.isAny)
  useBlocker({ shouldBlockFn, enableBeforeUnload: unsaved.isAny, disabled: !isAny })
  return null
}

/** Redirects are not asked: they follow from something that has happened, such as the end of the session. */
async function shouldBlockFn({ action }: { action: 'PUSH' | 'REPLACE' | 'FORWARD' | 'BACK' | 'GO' }): Promise<boolean> {
  if (action === 'REPLACE') return false
  return !(await unsaved.mayLeave(action === 'PUSH' ? 'link' : 'browser'))
}
