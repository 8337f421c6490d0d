import { useEffect, useRef } from 'react'
import { fetchNextUnanswered } from '../../../features/tickets/tickets.api.ts'
import { useHiddenTickets } from '../../../lib/cache/pending-changes.ts'
import { useMe } from '../../../lib/session.ts'
import type { Navigation } from './open-dialog.ts'

interface Places {
  open: Navigation['open']
  leave: () => void
}

/** Where the user goes when they are done with a ticket; nowhere if another one is open. */
export function useGoOn(openUuid: string | undefined, { open, leave }: Places): Navigation['goOn'] {
  const me = useMe()
  const hidden = useHiddenTickets()
  const opened = useRef(openUuid)
  useEffect(() => {
    opened.current = openUuid
  }, [openUuid])

  return (ticket, because) => {
    if (ticket.uuid !== openUuid) return
    leave()
    if (because !== 'closed' || !me.opensNextTicket) return
    fetchNextUnanswered(new Set([...hidden, ticket.id]))
      .then((next) => {
        // The user may have opened another one meanwhile.
        const isElsewhere = opened.current !== undefined && opened.current !== ticket.uuid
        if (next && !isElsewhere) open(next)
      })
      .catch(() => undefined)
  }
}
