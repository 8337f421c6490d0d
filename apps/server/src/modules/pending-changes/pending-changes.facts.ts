import type { ErrorCode } from '@guiche/contract'

declare module '#platform/facts' {
  interface Facts {
    'pendingChange.asked': { pendingChangeId: number; userId: number }
    /**
     * It was done or undone, or could not be done for this reason. Without the ticket, which its author may not see any
     * more.
     */
    'pendingChange.ended': {
      pendingChangeId: number
      userId: number
      outcome: 'done' | 'stopped' | 'undone'
      reason: ErrorCode | null
    }
  }
}
