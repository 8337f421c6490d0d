import { isWaiting } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { colleagues } from '../../../lib/cache/colleagues.ts'
import { type Transfer, TransferDialog } from '../../../features/tickets/dialogs/index.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import type { Picks } from '../use-picks.ts'

interface Props {
  ticket: ListedTicket
  picks: Picks
  isBusy: boolean
  onTransfer: (transfer: Transfer) => void
  onClose: () => void
}

/** Refetches the colleagues on opening, because the list may have changed this minute. */
export function TransferTicket({ ticket, picks, isBusy, onTransfer, onClose }: Props) {
  const users = useQuery({ ...colleagues, refetchOnMount: 'always' }).data ?? picks.users
  return (
    <TransferDialog
      ticket={ticket}
      colleagues={users.filter(({ id }) => id !== ticket.userId || isWaiting(ticket.status))}
      queues={picks.queues}
      isBusy={isBusy}
      onTransfer={onTransfer}
      onClose={onClose}
    />
  )
}
