import { type TicketStatus, api } from '@guiche/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { AcceptDialog, CloseDialog, ConflictDialog, TransferDialog } from '../../../features/tickets/dialogs/index.ts'
import { colleagues } from '../../../features/tickets/colleagues.api.ts'
import type { ListView } from '../../../features/tickets/list/index.ts'
import { LogDialog } from '../../../features/tickets/log/index.ts'
import { forgetTicket, ticketKeys } from '../../../features/tickets/ticket-cache.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { call } from '../../../lib/api.ts'
import { useMe } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { RemovalDialog } from '../../../ui/dialogs/removal-dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import type { Navigation, useWorkspace } from '../use-workspace.ts'
import type { Picks } from '../use-picks.ts'

const NewTicketDialog = lazy(() =>
  import('./new-ticket-dialog.tsx').then((file) => ({ default: file.NewTicketDialog })),
)
const ForwardDialog = lazy(() => import('./forward-dialog.tsx').then((file) => ({ default: file.ForwardDialog })))
const CardsDialog = lazy(() => import('./cards-dialog.tsx').then((file) => ({ default: file.CardsDialog })))

interface Props {
  workspace: ReturnType<typeof useWorkspace>
  picks: Picks
  view: ListView
  open: Navigation['open']
}

/** The dialogs of the workspace; at most one is open. */
export function WorkspaceDialogs({ workspace, picks, view, open }: Props) {
  const { dialog, dismiss, steps, isBusy } = workspace
  const farewell = useFarewell(picks)

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
      return <Transfer ticket={dialog.ticket} workspace={workspace} picks={picks} />
    case 'close':
      return (
        <CloseDialog
          ticket={dialog.ticket}
          farewell={farewell(dialog.ticket)}
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
    case 'log':
      return <LogDialog ticket={dialog.ticket} onClose={dismiss} />
    case 'create':
      return (
        <Suspense>
          <NewTicketDialog
            contact={dialog.contact}
            card={dialog.card}
            picks={picks}
            onCreated={(ticket) => {
              dismiss()
              open(ticket)
            }}
            onConflict={workspace.showConflict}
            onClose={dismiss}
          />
        </Suspense>
      )
    case 'forward':
      return (
        <Suspense>
          <ForwardDialog
            messages={dialog.messages}
            onForwarded={() => {
              dismiss()
              dialog.onDone()
            }}
            onOpen={open}
            onConflict={workspace.showConflict}
            onClose={dismiss}
          />
        </Suspense>
      )
    case 'cards':
      return (
        <Suspense>
          <CardsDialog
            onSend={(contacts) => {
              dismiss()
              dialog.onPicked(contacts)
            }}
            onClose={dismiss}
          />
        </Suspense>
      )
    case 'closeAll':
      return <CloseAll status={view.tab} queueIds={view.queues} onClose={dismiss} />
  }
}

/** Refetches the colleagues on opening, because the list may have changed this minute. */
function Transfer({ ticket, workspace, picks }: { ticket: ListedTicket } & Pick<Props, 'workspace' | 'picks'>) {
  const users = useQuery({ ...colleagues, refetchOnMount: 'always' }).data ?? picks.users
  return (
    <TransferDialog
      ticket={ticket}
      colleagues={users.filter(({ id }) => id !== ticket.userId || ticket.status === 'pending')}
      queues={picks.queues}
      isBusy={workspace.isBusy}
      onTransfer={(transfer) => workspace.steps.transfer(ticket, transfer)}
      onClose={workspace.dismiss}
    />
  )
}

/** The farewell that the customer gets on closing: the user's own, if the connection has one at all. */
function useFarewell({ connections }: Picks): (ticket: ListedTicket) => string | undefined {
  const me = useMe()
  return ({ whatsappId, isGroup, whatsapp }) => {
    const ofConnection = connections.find(({ id }) => id === whatsappId)?.complationMessage.trim()
    if (!ofConnection || (isGroup && whatsapp?.groupAsTicket !== 'enabled')) return undefined
    return me.farewellMessage.trim() || ofConnection
  }
}

function RemoveTicket({ ticket, onClose }: { ticket: ListedTicket; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(api.deleteTicket, { params: { id: ticket.id } }),
    onSuccess: () => {
      forgetTicket(cache, ticket.id)
      toast.success(t('tickets.removed'))
    },
  })
  return (
    <RemovalDialog
      name={`${ticket.contact.name} #${ticket.id}`}
      onRemove={() => remove.mutateAsync()}
      onClose={onClose}
    >
      {t('tickets.dialog.remove.text')}
    </RemovalDialog>
  )
}

interface CloseAllProps {
  status: Extract<TicketStatus, 'open' | 'pending' | 'group'>
  queueIds: number[]
  onClose: () => void
}

/** A confirmation (docs/requirements/workspace.md, section 2) that says that the tickets of all users are closed. */
function CloseAll({ status, queueIds, onClose }: CloseAllProps) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const closeAll = useMutation({
    mutationFn: () => call(api.closeAllTickets, { body: { status, ...(queueIds.length > 0 && { queueIds }) } }),
    onSuccess: ({ closed }) => {
      void cache.invalidateQueries({ queryKey: ticketKeys.all })
      toast.success(t('tickets.closedAll', { count: closed }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={t('tickets.dialog.closeAll.title')}
      action={t('tickets.dialog.closeAll.yes')}
      cancel={t('tickets.dialog.closeAll.no')}
      isDanger
      isBusy={closeAll.isPending}
      onConfirm={() => closeAll.mutate()}
      onClose={onClose}
    >
      <p>
        {t(queueIds.length > 0 ? 'tickets.dialog.closeAll.textQueues' : 'tickets.dialog.closeAll.text', {
          tab: t(`tickets.tab.${status}`),
          count: queueIds.length,
        })}
      </p>
    </ConfirmDialog>
  )
}
