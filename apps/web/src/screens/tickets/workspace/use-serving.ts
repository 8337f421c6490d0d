import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { useMe } from '../../../lib/session.ts'
import { toast } from '../../../ui/toasts/toasts.tsx'
import type { Dialogs, Navigation } from './open-dialog.ts'
import type { Apply } from './use-apply.ts'
import { useGreeting } from './use-greeting.ts'

/** Accepting and reopening a ticket, which needs a queue. */
export function useServing(apply: Apply, { show }: Dialogs, open: Navigation['open']) {
  const { t } = useTranslation()
  const me = useMe()
  const greet = useGreeting()
  /** The ticket that was just accepted, whose composer gets the focus. */
  const [served, setServed] = useState<number>()

  function serve(ticket: ListedTicket, queueId?: number) {
    const status = ticket.isGroup && ticket.whatsapp?.groupAsTicket !== 'enabled' ? 'group' : 'open'
    setServed(ticket.id)
    apply(
      ticket,
      {
        change: { status, ...(queueId && { queueId }), userId: me.id },
        becomes: { status, userId: me.id, user: { id: me.id, name: me.name }, closedAt: null },
      },
      {
        onDone: (answer) => {
          open(answer)
          greet(ticket).catch(() => toast.error(t('tickets.greetingFailed')))
        },
        onRefused: () => setServed(undefined),
      },
    )
  }

  const needsQueue = (ticket: ListedTicket) => ticket.queueId === null && !ticket.isGroup

  return {
    accept: (ticket: ListedTicket) => (needsQueue(ticket) ? show({ kind: 'accept', ticket }) : serve(ticket)),
    reopen: (ticket: ListedTicket) => (needsQueue(ticket) ? show({ kind: 'reopen', ticket }) : serve(ticket)),
    serve,
    served,
    attended: () => setServed(undefined),
  }
}
