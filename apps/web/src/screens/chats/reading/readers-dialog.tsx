import type { InternalChatView, InternalMessageView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import styles from '../chats-screen.module.css'
import { readersOf } from './readers.ts'

interface Props {
  chat: InternalChatView
  message: InternalMessageView
  onClose: () => void
}

/** Who has read a message, and who has not. */
export function ReadersDialog({ chat, message, onClose }: Props) {
  const { t } = useTranslation()
  const { read, unread } = readersOf(chat, message)
  const groups = [
    { title: t('chats.readers.read'), people: read },
    { title: t('chats.readers.unread'), people: unread },
  ]
  return (
    <Dialog title={t('chats.readers.title')} onClose={onClose}>
      {groups
        .filter(({ people }) => people.length > 0)
        .map(({ title, people }) => (
          <section key={title} className={styles.readers} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {people.map(({ id, name }) => (
                <li key={id}>
                  <Avatar name={name} size={28} /> {name}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Dialog>
  )
}
