import type { TicketConflict } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { QueueMark } from '../../../ui/marks/marks.tsx'
import styles from './dialogs.module.css'
import { drafts } from '../drafts.ts'
import { TextWithBold } from '../../../ui/text/text-with-bold.tsx'

interface Props {
  conflict: TicketConflict
  contactName: string
  /** The ticket that was to be changed; undefined for a new one. */
  ticketId: number | undefined
  isOnline: boolean | undefined
  /** Opens the ticket; undefined for users who may not read it. */
  onSee: (() => void) | undefined
  onClose: () => void
}

/** Says who has the ticket, in which queue and since when. */
export function ConflictDialog({ conflict, contactName, ticketId, isOnline, onSee, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { user, queue, since, id } = conflict
  const hasUser = user.name !== ''
  const name = hasUser ? user.name : t('tickets.noUser')

  return (
    <Dialog
      title={t('tickets.dialog.conflict.title')}
      {...(onSee && { action: t('tickets.dialog.conflict.see'), focusAction: true, onSubmit: onSee })}
      onClose={onClose}
    >
      <div className={styles.holder}>
        <Avatar name={name} size={40} online={hasUser ? isOnline : undefined} />
        <div>
          <b>{name}</b>
          <span>
            <QueueMark queue={queue.name === '' ? null : queue} />{' '}
            {t('tickets.dialog.conflict.since', { time: format.moment(since) })}
          </span>
        </div>
      </div>
      <p className={styles.lead}>
        <TextWithBold
          textKey={`tickets.dialog.conflict.${hasUser ? leadFor(ticketId) : 'leadWaiting'}`}
          values={{ user: name.split(' ')[0], name: contactName, id }}
        />
      </p>
    </Dialog>
  )
}

function leadFor(ticketId: number | undefined) {
  if (ticketId === undefined) return 'leadNew'
  return drafts.get(ticketId).body.trim() === '' ? 'lead' : 'leadDraft'
}
