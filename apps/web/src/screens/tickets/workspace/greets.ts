import { type CompanySettings, isWaiting } from '@guiche/contract'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'

type AcceptedTicket = Pick<ListedTicket, 'status' | 'isGroup'> & {
  whatsapp: Pick<NonNullable<ListedTicket['whatsapp']>, 'groupAsTicket'> | null
}

/** Whether the customer is greeted when this ticket is accepted (docs/requirements/workspace.md, section 4). */
export function greets(
  { status, isGroup, whatsapp }: AcceptedTicket,
  { sendGreetingAccepted }: Pick<CompanySettings, 'sendGreetingAccepted'>,
): boolean {
  const isOneToOne = !isGroup || whatsapp?.groupAsTicket === 'enabled'
  return sendGreetingAccepted === 'enabled' && isWaiting(status) && isOneToOne
}
