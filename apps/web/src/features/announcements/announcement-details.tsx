import type { ShownAnnouncement } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import styles from './announcements.module.css'
import { PriorityMark } from './priority-mark.tsx'

interface Props {
  announcement: ShownAnnouncement
  onClose: () => void
}

/** The text is plain text: nothing in it becomes a link or a format (S43). */
export function AnnouncementDetails({ announcement, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { title, text, priority, mediaPath, mediaName, createdAt } = announcement
  return (
    <Dialog title={title} size={560} onClose={onClose}>
      <p className={styles.about}>
        <PriorityMark priority={priority} />
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
      </p>
      {mediaPath !== null && (
        <a className={styles.picture} href={mediaPath} target="_blank" rel="noreferrer">
          <img src={mediaPath} alt={t('announcements.pictureOf', { name: mediaName ?? title })} />
        </a>
      )}
      <p className={styles.text}>{text}</p>
    </Dialog>
  )
}
