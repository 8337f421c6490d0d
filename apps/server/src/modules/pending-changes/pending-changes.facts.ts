import type { ErrorCode } from '@guiche/contract'

declare module '#platform/facts' {
  interface Facts {
    /** It was done, or could not be done for this reason. Without the ticket, which its author may not see any more. */
    'pendingChange.ended': { pendingChangeId: number; userId: number; reason: ErrorCode | null }
  }
}
