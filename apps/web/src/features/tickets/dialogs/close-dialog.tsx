import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './dialogs.module.css'
import type { ListedTicket } from '../ticket-lists.ts'

interface Props {
  ticket: ListedTicket
  /** The farewell that the customer gets; undefined if none is set or sent here. */
  farewell: string | undefined
  isBusy: boolean
  onCloseTicket: (options: { sendsFarewell: boolean }) => void
  onClose: () => void
}

export function CloseDialog({ ticket, farewell, isBusy, onCloseTicket, onClose }: Props) {
  const { t } = useTranslation()
  const [isSilent, setIsSilent] = useState(false)
  const tags = ticket.contact.tags?.length ?? 0

  return (
    <Dialog
      title={t('tickets.dialog.close.title')}
      action={t('tickets.action.finish')}
      isBusy={isBusy}
      showsConfirmKeys
      onClose={onClose}
      onSubmit={() => onCloseTicket({ sendsFarewell: !isSilent })}
    >
      {/* Initially no button has the focus: a stray Space or Enter would close the ticket. */}
      <p className={styles.lead} tabIndex={-1} data-autofocus>
        <b>{ticket.contact.name}</b> #{ticket.id} · {ticket.queue?.name ?? t('ui.noQueue')}
        {tags > 0 && ` · ${t('tickets.dialog.close.tags', { count: tags })}`}
      </p>
      {farewell && !isSilent && (
        <div className={styles.farewell}>
          <span>{t('tickets.dialog.close.farewell')}</span>
          <p>{farewell}</p>
        </div>
      )}
      <Checkbox
        label={t('tickets.dialog.close.silent')}
        checked={isSilent}
        onChange={({ currentTarget }) => setIsSilent(currentTarget.checked)}
      />
    </Dialog>
  )
}
