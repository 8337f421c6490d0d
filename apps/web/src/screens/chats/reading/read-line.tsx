import type { InternalChatView, InternalMessageView } from '@guiche/contract'
import { IconChecks } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../lib/session.ts'
import { useChatMessageActions } from '../chat-message-actions.ts'
import styles from '../chats-screen.module.css'
import { readersOf } from './readers.ts'

/** Below the newest message, if it is the user's own: how many have read it. */
export function ReadLine({ chat, message }: { chat: InternalChatView; message: InternalMessageView | undefined }) {
  const { t } = useTranslation()
  const me = useMe()
  const { showReaders } = useChatMessageActions()
  if (!message || message.senderId !== me.id || message.isDeleted) return null
  const { read, unread } = readersOf(chat, message)
  if (read.length === 0) return null
  const [one] = read
  const text =
    unread.length === 0 && read.length > 1
      ? t('chats.readByAll')
      : read.length === 1 && one
        ? t('chats.readBy', { name: one.name })
        : t('chats.readByMany', { count: read.length, total: read.length + unread.length })
  return (
    <button type="button" className={styles.readLine} onClick={() => showReaders(message)}>
      <IconChecks size={14} stroke={1.8} aria-hidden /> {text}
    </button>
  )
}
