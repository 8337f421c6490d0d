import type { Card, ContactView, MessageView, TicketConflict, TicketView } from '@guiche/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contactHasTags } from '../../features/contacts/contacts.api.ts'
import { conflictIn, conflictOf, useChangeTicket } from '../../features/tickets/change-ticket.ts'
import type { TicketActions } from '../../features/tickets/ticket-actions.ts'
import type { ListedTicket } from '../../features/tickets/ticket-lists.ts'
import type { Transfer } from '../../features/tickets/dialogs/index.ts'
import { useCompanySettings, useMe } from '../../lib/session.ts'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useGreeting } from './use-greeting.ts'

import type { Shared } from './dialogs/cards-dialog.tsx'

/** The open dialog of the workspace. */
export type OpenDialog =
  | { kind: 'accept' | 'reopen' | 'transfer' | 'close' | 'remove' | 'log'; ticket: ListedTicket }
  | { kind: 'create'; card?: Card; contact?: ContactView }
  | { kind: 'closeAll' }
  | { kind: 'cards'; onPicked: (contacts: Shared[]) => void }
  | { kind: 'forward'; messages: MessageView[]; onDone: () => void }
  | { kind: 'conflict'; conflict: TicketConflict; contactName: string; ticketId: number | undefined }

export interface Navigation {
  /** Shows a ticket, and the tab in which it is listed now. */
  open: (ticket: Pick<TicketView, 'uuid' | 'status'>) => void
  /** Opens the contact's tags. */
  showTags: (ticket: ListedTicket) => void
}

/** The actions on tickets and the dialogs they need (docs/requirements/workspace.md, section 4). */
export function useWorkspace({ open, showTags }: Navigation) {
  const { t } = useTranslation()
  const me = useMe()
  const settings = useCompanySettings()
  const change = useChangeTicket()
  const greet = useGreeting()
  const [dialog, setDialog] = useState<OpenDialog>()
  /** The ticket that was just accepted, whose composer gets the focus. */
  const [served, setServed] = useState<number>()
  const dismiss = () => setDialog(undefined)
  const mine = { userId: me.id, user: { id: me.id, name: me.name } }

  /** Opens the user's own ticket, or names the owner of somebody else's. */
  function showConflict(conflict: TicketConflict, contactName: string, ticketId?: number) {
    if (conflict.userId === me.id) {
      dismiss()
      open(conflict)
    } else setDialog({ kind: 'conflict', conflict, contactName, ticketId })
  }

  function apply(
    ticket: ListedTicket,
    asked: Omit<Parameters<typeof change.mutate>[0], 'ticket'>,
    onDone: (answer: TicketView) => void,
  ) {
    change.mutate(
      { ticket, ...asked },
      {
        onSuccess: (answer) => {
          if (answer.id !== ticket.id) return showConflict(conflictIn(answer), ticket.contact.name, ticket.id)
          dismiss()
          onDone(answer)
        },
        onError: (error) => {
          setServed(undefined)
          const conflict = conflictOf(error)
          if (conflict) showConflict(conflict, ticket.contact.name, ticket.id)
          else if (isQueueMissing(error)) setDialog({ kind: 'accept', ticket })
          else if (isTagMissing(error)) askForTag(ticket)
        },
      },
    )
  }

  function serve(ticket: ListedTicket, queueId?: number) {
    const status = ticket.isGroup && ticket.whatsapp?.groupAsTicket !== 'enabled' ? 'group' : 'open'
    setServed(ticket.id)
    apply(
      ticket,
      { change: { status, ...(queueId && { queueId }), userId: me.id }, becomes: { status, ...mine, closedAt: null } },
      (answer) => {
        open(answer)
        greet(ticket).catch(() => toast.error(t('tickets.greetingFailed')))
      },
    )
  }

  function askForTag(ticket: ListedTicket) {
    dismiss()
    toast.warn(t('tickets.tagRequired'), {
      id: 'tag-required',
      action: { label: t('tickets.chooseTag'), onClick: () => showTags(ticket) },
    })
  }

  async function startClosing(ticket: ListedTicket) {
    const needsTag =
      settings.requiredTag === 'enabled' && !(ticket.contact.tags?.length || (await contactHasTags(ticket.contactId)))
    if (needsTag) askForTag(ticket)
    else setDialog({ kind: 'close', ticket })
  }

  const needsQueue = (ticket: ListedTicket) => ticket.queueId === null && !ticket.isGroup

  const actions: TicketActions = {
    accept: (ticket) => (needsQueue(ticket) ? setDialog({ kind: 'accept', ticket }) : serve(ticket)),
    reopen: (ticket) => (needsQueue(ticket) ? setDialog({ kind: 'reopen', ticket }) : serve(ticket)),
    ignore: (ticket) =>
      apply(
        ticket,
        {
          change: { status: 'closed', userId: me.id, sendFarewellMessage: false, amountUsedBotQueues: 0 },
        },
        tellClosed,
      ),
    returnToQueue: (ticket) => {
      const status = ticket.status === 'group' ? 'group' : 'pending'
      apply(
        ticket,
        { change: { status: 'pending', userId: null }, becomes: { status, userId: null, user: null } },
        () => toast.success(t('tickets.returned')),
      )
    },
    toggleIntegration: (ticket) =>
      apply(
        ticket,
        { change: { useIntegration: !ticket.useIntegration }, becomes: { useIntegration: !ticket.useIntegration } },
        () => undefined,
      ),
    transfer: (ticket) => setDialog({ kind: 'transfer', ticket }),
    close: (ticket) => void startClosing(ticket).catch(() => setDialog({ kind: 'close', ticket })),
    remove: (ticket) => setDialog({ kind: 'remove', ticket }),
    showLog: (ticket) => setDialog({ kind: 'log', ticket }),
    create: () => setDialog({ kind: 'create' }),
    closeAll: () => setDialog({ kind: 'closeAll' }),
  }

  const steps = {
    serve,
    transfer: (ticket: ListedTicket, { userId, queueId, note }: Transfer) => {
      const given = ticket.status === 'group' ? ('group' as const) : ('open' as const)
      const asked = userId === null ? { status: 'pending' as const, userId: null } : { status: given, userId }
      apply(ticket, { change: { ...asked, queueId, transferNote: note } }, () =>
        toast.success(t('tickets.transferred')),
      )
    },
    close: (ticket: ListedTicket, { sendsFarewell }: { sendsFarewell: boolean }) =>
      apply(
        ticket,
        {
          change: { status: 'closed', userId: me.id, ...(!sendsFarewell && { sendFarewellMessage: false }) },
        },
        tellClosed,
      ),
  }

  function tellClosed({ id, contact }: TicketView) {
    toast.success(t('tickets.closed'), { id: `closed-${id}`, text: `${contact.name} #${id}` })
  }

  /** Starts a conversation with the person on a received card. */
  const talkTo = (card: Card) => setDialog({ kind: 'create', card })
  const forward = (messages: MessageView[], onDone: () => void) => setDialog({ kind: 'forward', messages, onDone })

  const pickContacts = (onPicked: (contacts: Shared[]) => void) => setDialog({ kind: 'cards', onPicked })

  const beginWith = (contact: ContactView) => setDialog({ kind: 'create', contact })

  return {
    actions,
    steps,
    talkTo,
    forward,
    pickContacts,
    beginWith,
    dialog,
    dismiss,
    showConflict,
    isBusy: change.isPending,
    served,
    attended: () => setServed(undefined),
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && error.message === code
const isQueueMissing = (error: unknown) => isCode(error, 'ERR_QUEUE_REQUIRED')
const isTagMissing = (error: unknown) => isCode(error, 'ERR_TAG_REQUIRED')
