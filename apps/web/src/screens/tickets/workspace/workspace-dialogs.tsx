import { Suspense, lazy } from 'react'
import { AcceptDialog, ConflictDialog } from '../../../features/tickets/dialogs/index.ts'
import { LogDialog } from '../../../features/tickets/log/index.ts'
import { CloseTicket } from '../dialogs/close-ticket.tsx'
import { RemoveTicket } from '../dialogs/remove-ticket.tsx'
import { TransferTicket } from '../dialogs/transfer-ticket.tsx'
import type { Picks } from '../use-picks.ts'
import type { Navigation } from './open-dialog.ts'
import type { useWorkspace } from './use-workspace.ts'

const NewTicketDialog = lazy(() =>
  import('../dialogs/new-ticket-dialog.tsx').then((file) => ({ default: file.NewTicketDialog })),
)
const ForwardDialog = lazy(() =>
  import('../dialogs/forward-dialog.tsx').then((file) => ({ default: file.ForwardDialog })),
)
const CardsDialog = lazy(() => import('../dialogs/cards-dialog.tsx').then((file) => ({ default: file.CardsDialog })))
const ScheduleMessage = lazy(() =>
  import('../dialogs/schedule-message.tsx').then((file) => ({ default: file.ScheduleMessage })),
)

interface Props {
  workspace: ReturnType<typeof useWorkspace>
  picks: Picks
  open: Navigation['open']
}

/** The dialogs of the workspace; at most one is open. */
export function WorkspaceDialogs(props: Props) {
  return (
    <Suspense>
      <OpenOne {...props} />
    </Suspense>
  )
}

function OpenOne({ workspace, picks, open }: Props) {
  const { dialog, dismiss, steps, isBusy, showConflict } = workspace

  switch (dialog?.kind) {
    case undefined:
      return null
    case 'accept':
    case 'reopen':
      return (
        <AcceptDialog
          purpose={dialog.kind}
          ticket={dialog.ticket}
          queues={picks.ownQueues}
          isBusy={isBusy}
          onChoose={(queueId) => steps.serve(dialog.ticket, queueId)}
          onClose={dismiss}
        />
      )
    case 'transfer':
      return (
        <TransferTicket
          ticket={dialog.ticket}
          picks={picks}
          isBusy={isBusy}
          onTransfer={(transfer) => steps.transfer(dialog.ticket, transfer)}
          onClose={dismiss}
        />
      )
    case 'close':
      return (
        <CloseTicket
          ticket={dialog.ticket}
          picks={picks}
          isBusy={isBusy}
          onCloseTicket={(options) => steps.close(dialog.ticket, options)}
          onClose={dismiss}
        />
      )
    case 'conflict':
      return (
        <ConflictDialog
          conflict={dialog.conflict}
          contactName={dialog.contactName}
          ticketId={dialog.ticketId}
          isOnline={picks.users.find(({ id }) => id === dialog.conflict.userId)?.online}
          onSee={() => {
            dismiss()
            open(dialog.conflict)
          }}
          onClose={dismiss}
        />
      )
    case 'remove':
      return <RemoveTicket ticket={dialog.ticket} onClose={dismiss} />
    case 'schedule':
      return <ScheduleMessage ticket={dialog.ticket} onClose={dismiss} />
    case 'log':
      return <LogDialog ticket={dialog.ticket} onClose={dismiss} />
    case 'create':
      return (
        <NewTicketDialog
          contact={dialog.contact}
          card={dialog.card}
          picks={picks}
          onCreated={(ticket) => {
            dismiss()
            open(ticket)
          }}
          onConflict={showConflict}
          onClose={dismiss}
        />
      )
    case 'forward':
      return (
        <ForwardDialog
          messages={dialog.messages}
          onForwarded={() => {
            dismiss()
            dialog.onDone()
          }}
          onOpen={open}
          onConflict={showConflict}
          onClose={dismiss}
        />
      )
    case 'cards':
      return (
        <CardsDialog
          onSend={(contacts) => {
            dismiss()
            dialog.onPicked(contacts)
          }}
          onClose={dismiss}
        />
      )
  }
}
