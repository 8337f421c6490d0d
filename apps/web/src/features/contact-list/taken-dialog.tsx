import type { ContactView, TicketConflict } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueueMark } from '../../ui/marks.tsx'
import styles from './taken-dialog.module.css'

interface Props {
  conflict: TicketConflict
  contact: Pick<ContactView, 'name'>
  onShow: (uuid: string) => void
  onClose: () => void
}

/** Somebody attends this contact already: who, in which queue, since when. */
export function TakenDialog({ conflict: { user, queue, since, uuid }, contact, onShow, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Dialog
      title={t('contact-list.taken')}
      action={t('contact-list.showTicket')}
      focusAction
      onClose={onClose}
      onSubmit={() => onShow(uuid)}
    >
      <div className={styles.holder}>
        <Avatar name={user.name || queue.name} size={40} />
        <div>
          <b>{user.name || t('contact-list.nobody')}</b>
          <span>
            <QueueMark queue={queue} /> {t('contact-list.since', { time: format.moment(since) })}
          </span>
        </div>
      </div>
      <p>{t('contact-list.takenText', { name: contact.name })}</p>
    </Dialog>
  )
}
