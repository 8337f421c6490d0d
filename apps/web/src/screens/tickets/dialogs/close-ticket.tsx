import { CloseDialog, type Closing } from '../../../features/tickets/dialogs/index.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { useCompanySettings, useMe } from '../../../lib/session.ts'
import type { Picks } from '../use-picks.ts'

interface Props {
  ticket: ListedTicket
  picks: Picks
  isBusy: boolean
  onCloseTicket: (closing: Closing) => void
  onClose: () => void
}

export function CloseTicket({ ticket, picks, isBusy, onCloseTicket, onClose }: Props) {
  return (
    <CloseDialog
      ticket={ticket}
      farewell={useFarewell(ticket, picks)}
      ratingRequest={useRatingRequest(ticket, picks)}
      isBusy={isBusy}
      onCloseTicket={onCloseTicket}
      onClose={onClose}
    />
  )
}

/** The farewell that the customer gets on closing: the user's own, if the connection has one at all. */
function useFarewell({ whatsappId, isGroup, whatsapp }: ListedTicket, { connections }: Picks): string | undefined {
  const me = useMe()
  const ofConnection = connections.find(({ id }) => id === whatsappId)?.complationMessage.trim()
  if (!ofConnection || (isGroup && whatsapp?.groupAsTicket !== 'enabled')) return undefined
  return me.farewellMessage.trim() || ofConnection
}

/** What asks the customer for a rating, if the company wants ratings and the connection has a text for it. Groups are not asked. */
function useRatingRequest({ whatsappId, isGroup, status }: ListedTicket, { connections }: Picks): string | undefined {
  const { userRating } = useCompanySettings()
  if (userRating !== 'enabled' || isGroup || status !== 'open') return undefined
  return connections.find(({ id }) => id === whatsappId)?.ratingMessage.trim() || undefined
}
