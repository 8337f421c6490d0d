import { type CompanySettings, isWaiting } from '@guiche/contract'
import { stateOfWindow } from '../../../features/tickets/answer-window.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'

type AcceptedTicket = Pick<ListedTicket, 'status' | 'isGroup' | 'answerWindow'> & {
  whatsapp: Pick<NonNullable<ListedTicket['whatsapp']>, 'groupAsTicket'> | null
}

/** Whether the customer is greeted when this ticket is accepted (docs/requirements/workspace.md, section 4). */
export function greets(
  { status, isGroup, whatsapp, answerWindow }: AcceptedTicket,
  { sendGreetingAccepted }: Pick<CompanySettings, 'sendGreetingAccepted'>,
): boolean {
  const isOneToOne = !isGroup || whatsapp?.groupAsTicket === 'enabled'
  // A greeting is no answer of a person, for which some networks leave more time.
  const mayGo = stateOfWindow(answerWindow, Date.now()) === 'open'
  return sendGreetingAccepted === 'enabled' && isWaiting(status) && isOneToOne && mayGo
}
