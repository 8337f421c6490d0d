import type { TicketConflict, TicketView } from '@guiche/contract'
import {
  type AskedChange,
  conflictIn,
  conflictOf,
  useAskTicketChange,
  useChangeTicket,
} from '../../../features/tickets/change-ticket.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import type { Dialogs } from './open-dialog.ts'

type Asked = Omit<Parameters<ReturnType<typeof useChangeTicket>['mutate']>[0], 'ticket'>

interface Followed {
  onDone?: (answer: TicketView) => void
  onRefused?: () => void
}

export type Apply = (ticket: ListedTicket, asked: Asked, followed?: Followed) => void
/** The change can be undone for some seconds. */
export type Ask = (ticket: ListedTicket, asked: AskedChange, onAsked: () => void) => void

interface Options extends Pick<Dialogs, 'show' | 'dismiss'> {
  showConflict: (conflict: TicketConflict, contactName: string, ticketId?: number) => void
  askForTag: (ticket: ListedTicket) => void
}

/** Changes a ticket. A refusal that somebody can do something about opens what they need for it. */
export function useApply({ show, dismiss, showConflict, askForTag }: Options): {
  apply: Apply
  ask: Ask
  isBusy: boolean
} {
  const change = useChangeTicket()
  const later = useAskTicketChange()

  function apply(ticket: ListedTicket, asked: Asked, { onDone, onRefused }: Followed = {}) {
    change.mutate(
      { ticket, ...asked },
      {
        onSuccess: (answer) => {
          if (answer.id !== ticket.id) return showConflict(conflictIn(answer), ticket.contact.name, ticket.id)
          dismiss()
          onDone?.(answer)
        },
        onError: (error) => {
          onRefused?.()
          explain(ticket, error)
        },
      },
    )
  }

  function ask(ticket: ListedTicket, asked: AskedChange, onAsked: () => void) {
    later.mutate(
      { ticket, asked },
      {
        onSuccess: () => {
          dismiss()
          onAsked()
        },
        onError: (error) => explain(ticket, error),
      },
    )
  }

  function explain(ticket: ListedTicket, error: unknown) {
    const conflict = conflictOf(error)
    if (conflict) showConflict(conflict, ticket.contact.name, ticket.id)
    else if (isCode(error, 'ERR_QUEUE_REQUIRED')) show({ kind: 'accept', ticket })
    else if (isCode(error, 'ERR_TAG_REQUIRED')) askForTag(ticket)
  }

  return { apply, ask, isBusy: change.isPending || later.isPending }
}

const isCode = (error: unknown, code: string) => error instanceof Error && error.message === code
