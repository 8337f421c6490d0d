import { useQueryClient } from '@tanstack/react-query'
import { nextUnanswered } from '../../../features/tickets/next-unanswered.ts'
import { useHiddenTickets } from '../../../lib/cache/pending-changes.ts'
import { useMe } from '../../../lib/session.ts'
import type { Navigation } from './open-dialog.ts'

interface Places {
  open: Navigation['open']
  leave: () => void
}

/** Where the user goes when they are done with a ticket; nowhere if another one is open. */
export function useGoOn(openUuid: string | undefined, { open, leave }: Places): Navigation['goOn'] {
  const cache = useQueryClient()
  const me = useMe()
  const hidden = useHiddenTickets()

  return (ticket, because) => {
    if (ticket.uuid !== openUuid) return
    const next =
      because === 'closed' && me.opensNextTicket
        ? nextUnanswered(cache, { userId: me.id, without: new Set([...hidden, ticket.id]) })
        : undefined
    if (next) open(next)
    else leave()
  }
}
