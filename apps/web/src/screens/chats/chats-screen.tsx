import { IconMessage, IconMessages } from '@tabler/icons-react'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChatDialog } from '../../features/internal-chats/chat-dialog.tsx'
import { ChatList } from '../../features/internal-chats/chat-list.tsx'
import { useUnreadInChats } from '../../features/internal-chats/chats.api.ts'
import { messageOf } from '../../lib/message-in-address.ts'
import { useTitle } from '../../lib/browser/title.ts'
import { Counter } from '../../ui/marks/marks.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ChatView } from './chat-view.tsx'
import styles from './chats-screen.module.css'

/** Internal chat: /chats and /chats/{uuid}. */
export function ChatsScreen() {
  const { t } = useTranslation()
  useTitle(t('chats.title'))
  const navigate = useNavigate()
  const { chatId: uuid } = useParams({ strict: false })
  const messageId = messageOf(useSearch({ strict: false }))
  const [last, setLast] = useState(uuid)
  const [isAdding, setIsAdding] = useState(false)
  if (uuid && uuid !== last) setLast(uuid)
  const open = (chatUuid: string | undefined) =>
    void navigate({ to: '/chats/{-$chatId}', params: { chatId: chatUuid }, search: {} })

  return (
    <div className={styles.screen} data-chosen={uuid !== undefined} data-bare={uuid !== undefined}>
      <ChatList selected={uuid} onNew={() => setIsAdding(true)} />
      <div className={styles.chat}>
        {uuid ? (
          <ChatView key={uuid} uuid={uuid} messageId={messageId} onLeave={() => open(undefined)} onOpen={open} />
        ) : (
          <EmptyState icon={<IconMessages size={32} stroke={1.3} aria-hidden />} title={t('chats.choose')}>
            {t('chats.chooseText')}
          </EmptyState>
        )}
      </div>
      <Tabs
        current={uuid ? 'messages' : 'chats'}
        onChats={() => open(undefined)}
        onMessages={last ? () => open(last) : undefined}
      />
      {isAdding && (
        <ChatDialog
          onClose={() => setIsAdding(false)}
          onSaved={(chat) => {
            setIsAdding(false)
            open(chat.uuid)
          }}
        />
      )}
    </div>
  )
}

interface TabsProps {
  current: 'chats' | 'messages'
  onChats: () => void
  /** Opens the last open chat; undefined if there was none. */
  onMessages: (() => void) | undefined
}

/** Below 600 px: two tabs. */
function Tabs({ current, onChats, onMessages }: TabsProps) {
  const { t } = useTranslation()
  const unread = useUnreadInChats()
  return (
    <nav className={styles.tabs} aria-label={t('chats.tabs.label')}>
      <button type="button" aria-current={current === 'chats' ? 'page' : undefined} onClick={onChats}>
        <span className={styles.icon}>
          <IconMessages size={22} stroke={1.7} aria-hidden />
          {unread > 0 && <Counter value={unread} />}
        </span>
        {t('chats.tabs.chats')}
      </button>
      <button
        type="button"
        aria-current={current === 'messages' ? 'page' : undefined}
        disabled={!onMessages}
        onClick={onMessages}
      >
        <IconMessage size={22} stroke={1.7} aria-hidden />
        {t('chats.tabs.messages')}
      </button>
    </nav>
  )
}
