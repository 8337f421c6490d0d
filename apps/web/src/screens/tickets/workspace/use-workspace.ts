import type { Card, ContactView, MessageView } from '@guiche/contract'
import type { TicketActions } from '../../../features/tickets/ticket-actions.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { useVoiceCall } from '../../../features/tickets/use-voice-call.ts'
import type { Shared } from '../dialogs/cards-dialog.tsx'
import { type Navigation, useDialogs } from './open-dialog.ts'
import { useApply } from './use-apply.ts'
import { useClosing } from './use-closing.ts'
import { useConflict } from './use-conflict.ts'
import { useHandingOn } from './use-handing-on.ts'
import { useServing } from './use-serving.ts'
import { useTagReminder } from './use-tag-reminder.ts'

/** The actions on tickets and the dialogs they need (docs/requirements/workspace.md, section 4). */
export function useWorkspace({ open, goOn, showTags }: Navigation, closeAll: TicketActions['closeAll']) {
  const dialogs = useDialogs()
  const { dialog, show, dismiss } = dialogs
  const showConflict = useConflict(dialogs, open)
  const askForTag = useTagReminder(dialogs, showTags)
  const { apply, ask, isBusy } = useApply({ show, dismiss, showConflict, askForTag })
  const { accept, reopen, serve, served, attended } = useServing(apply, dialogs, open)
  const { startClosing, close, ignore } = useClosing(ask, dialogs, { askForTag, goOn })
  const { transfer, returnToQueue } = useHandingOn(apply, ask, goOn)

  function toggleIntegration(ticket: ListedTicket) {
    const useIntegration = !ticket.useIntegration
    apply(ticket, { change: { useIntegration }, becomes: { useIntegration } })
  }

  const actions: TicketActions = {
    accept,
    reopen,
    ignore,
    returnToQueue,
    toggleIntegration,
    transfer: (ticket) => show({ kind: 'transfer', ticket }),
    close: startClosing,
    remove: (ticket) => show({ kind: 'remove', ticket }),
    call: useVoiceCall(),
    schedule: (ticket) => show({ kind: 'schedule', ticket }),
    showLog: (ticket) => show({ kind: 'log', ticket }),
    create: () => show({ kind: 'create' }),
    closeAll,
  }

  return {
    actions,
    /** What the dialogs do in the end. */
    steps: { serve, transfer, close },
    /** Starts a conversation with the person on a received card. */
    talkTo: (card: Card) => show({ kind: 'create', card }),
    beginWith: (contact: ContactView) => show({ kind: 'create', contact }),
    forward: (messages: MessageView[], onDone: () => void) => show({ kind: 'forward', messages, onDone }),
    pickContacts: (onPicked: (contacts: Shared[]) => void) => show({ kind: 'cards', onPicked }),
    dialog,
    dismiss,
    showConflict,
    isBusy,
    served,
    attended,
  }
}
