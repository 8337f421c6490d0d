import { type TicketChange, type TicketStatus, isServiceOver } from '@guiche/contract'
import type { z } from 'zod'

export type Change = z.output<typeof TicketChange>

/** What the single update call of clients means (docs/requirements/workspace.md, section 4). */
export type Intent =
  | 'accept'
  | 'reopen'
  | 'takeOver'
  | 'transferToUser'
  | 'transferToQueue'
  | 'returnToQueue'
  | 'close'
  | 'adjust'

interface CurrentTicket {
  status: TicketStatus
  user_id: number | null
  queue_id: number | null
}

export function intentOf(ticket: CurrentTicket, change: Change, me: number | null): Intent {
  const { status, userId, queueId } = change
  if (status === 'closed') return 'close'
  if (isServiceOver(ticket.status) && (status === 'open' || status === 'group')) return 'reopen'
  if (status === 'pending')
    return queueId !== undefined && queueId !== null && queueId !== ticket.queue_id
      ? 'transferToQueue'
      : 'returnToQueue'
  if (userId !== undefined && userId !== null && userId !== me) return 'transferToUser'
  if (userId === me || status === 'open' || status === 'group') return intentForMe(ticket, change, me)
  if (queueId !== undefined && queueId !== null && queueId !== ticket.queue_id) return 'transferToQueue'
  return 'adjust'
}

/**
 * A transfer to oneself has a note. Without a note it is an attempt to accept a ticket, which a colleague may have. A
 * ticket that waits for a colleague, because the bot assigned it, is accepted by whoever comes first.
 */
function intentForMe(ticket: CurrentTicket, change: Change, me: number | null): Intent {
  if (change.transferNote !== undefined) return 'transferToUser'
  if (ticket.status === 'pending') return 'accept'
  if (ticket.user_id !== null && ticket.user_id !== me) return 'takeOver'
  if (ticket.user_id === me) return change.queueId && change.queueId !== ticket.queue_id ? 'transferToUser' : 'adjust'
  return 'accept'
}
