import type { InternalChatView } from '@guiche/contract'
import { ActionIcon, Button, ScrollArea, Tooltip } from '@mantine/core'
import { IconPictureInPicture } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listOf } from '../../lib/cache/list.ts'
import { useMe } from '../../lib/session.ts'
import { RowSkeletons } from '../../ui/states/skeletons.tsx'
import { chatName } from './chat-names.ts'
import { ChatRow } from './chat-row.tsx'
import { chatsOf } from './chats.api.ts'
import styles from './chats.module.css'

interface Props {
  onOpen: () => void
  /** Opens the chat in the floating panel. */
  onFloat: (chat: InternalChatView) => void
}

/** The list of the top bar, at most 300 px high (docs/requirements/back-office.md, section 2 "Top bar"). */
export function RecentChats({ onOpen, onFloat }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <h2 className={styles.popoverTitle}>{t('chats.title')}</h2>
      <ScrollArea.Autosize mah={300} type="auto" scrollbarSize={6}>
        <Rows onOpen={onOpen} onFloat={onFloat} />
      </ScrollArea.Autosize>
    </>
  )
}

function Rows({ onOpen, onFloat }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const { rows, isLoading, failure, onRetry } = listOf(useInfiniteQuery(chatsOf('')), ({ records }) => records)
  if (failure && rows.length === 0)
    return (
      <div className={styles.nothing} role="alert">
        <p>{t('ui.failure.title')}</p>
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {t('ui.failure.retry')}
        </Button>
      </div>
    )
  if (isLoading) return <RowSkeletons rows={2} label={t('ui.loading')} />
  if (rows.length === 0) return <p className={styles.nothing}>{t('chats.empty')}</p>
  return (
    <ul className={styles.recent}>
      {rows.map((chat) => {
        const label = t('chats.float', { name: chatName(chat, me.id) })
        return (
          <li key={chat.id}>
            <ChatRow chat={chat} isSelected={false} onOpen={onOpen} />
            <Tooltip label={label}>
              <ActionIcon size={32} aria-label={label} onClick={() => onFloat(chat)}>
                <IconPictureInPicture size={17} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </li>
        )
      })}
    </ul>
  )
}
