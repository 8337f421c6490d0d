import type { ContactView, MessageView, TicketConflict } from '@guiche/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactSelect } from '../../../features/contacts/contact-select.tsx'
import { QuoteText, quotedOf } from '../../../features/messages/content/index.ts'
import { forwardMessages } from '../../../features/messages/messages.api.ts'
import { conflictOf } from '../../../features/tickets/change-ticket.ts'
import { randomId } from '../../../lib/uuid.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import styles from '../tickets-screen.module.css'
import type { Navigation } from '../workspace/open-dialog.ts'

type Recipient = Pick<ContactView, 'id' | 'name' | 'number' | 'urlPicture' | 'channel' | 'isGroup'>

interface Props {
  messages: MessageView[]
  onForwarded: () => void
  onOpen: Navigation['open']
  /** Called when a colleague has the recipient's ticket. */
  onConflict: (conflict: TicketConflict, contactName: string) => void
  onClose: () => void
}

/**
 * Chooses the recipient of forwarded messages. Only the server knows whether they can be reached: WhatsApp does not
 * identify everybody by number.
 */
export function ForwardDialog({ messages, onForwarded, onOpen, onConflict, onClose }: Props) {
  const { t } = useTranslation()
  const [clientId] = useState(randomId)
  const [recipient, setRecipient] = useState<Recipient>()
  const [isTold, setIsTold] = useState(false)
  const forward = useMutation({
    mutationFn: ({ id }: Recipient) =>
      forwardMessages(
        messages.map((message) => message.id),
        id,
        clientId,
      ),
    onSuccess: ({ uuid, status, count }, { name }) => {
      toast.success(t('tickets.dialog.forward.done', { count, name }), {
        action: { label: t('tickets.dialog.forward.open'), onClick: () => onOpen({ uuid, status }) },
      })
      onForwarded()
    },
    onError: (error, { name }) => {
      const conflict = conflictOf(error)
      if (conflict) onConflict(conflict, name)
    },
    meta: { handles: ['ERR_OTHER_OPEN_TICKET'] },
  })

  function send() {
    setIsTold(true)
    if (recipient && !forward.isPending) forward.mutate(recipient)
  }

  return (
    <Dialog
      title={t('tickets.dialog.forward.title', { count: messages.length })}
      action={t('messages.forward.action')}
      isBusy={forward.isPending}
      onClose={onClose}
      onSubmit={send}
    >
      <ContactSelect
        label={t('tickets.dialog.forward.to')}
        description={t('tickets.dialog.forward.toText')}
        value={recipient}
        onChange={setRecipient}
        withGroups
        error={isTold && !recipient && t('tickets.dialog.create.contactRequired')}
      />
      <ul className={styles.forwarded}>
        {messages.map((message) => (
          <li key={message.id}>
            <QuoteText quoted={quotedOf(message)} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
