import type { InternalChatView, InternalMessageView } from '@guiche/contract'
import { ActionIcon, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { memberOf } from '../../features/internal-chats/chat-names.ts'
import { type UnsentToChat, useUnsentTo } from '../../features/internal-chats/chat-outbox.ts'
import { messagesOfChat, readChat } from '../../features/internal-chats/chats.api.ts'
import { messagesIn } from '../../features/internal-chats/message-pages.ts'
import { causeOf } from '../../lib/api-error.ts'
import { useWindowFocus } from '../../lib/browser/window-focus.ts'
import { useFormat } from '../../lib/format.ts'
import { useMe } from '../../lib/session.ts'
import { Counter } from '../../ui/marks/marks.tsx'
import { Failure } from '../../ui/states/failure.tsx'
import { BubbleSkeletons } from '../../ui/states/skeletons.tsx'
import { ChatMessage } from './chat-message.tsx'
import styles from './chats-screen.module.css'
import { ReadLine } from './reading/read-line.tsx'
import { firstUnread, useNewCount } from './reading/unread.ts'
import { UnsentMessage } from './unsent-message.tsx'
import { useChatScroll } from './use-chat-scroll.ts'

interface Props {
  chat: InternalChatView
  /** The message that was jumped to; 0: the newest. */
  anchor: number
  onLatest: () => void
}

/** The messages with their days, oldest first, and below them what was not sent yet. */
export function ChatMessages({ chat, anchor, onLatest }: Props) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(messagesOfChat(chat.id, anchor))
  const { data, error, hasNextPage, isFetching, fetchNextPage, hasPreviousPage, fetchPreviousPage, refetch } = query
  const messages = useMemo(() => (data ? messagesIn(data) : []), [data])
  const unsent = useUnsentTo(chat.id)
  const me = useMe()
  const isWhole = data !== undefined && !hasPreviousPage
  const [opened] = useState(() => ({
    unreads: memberOf(chat, me.id)?.unreads ?? 0,
    upTo: chat.newest?.id ?? 0,
    myId: me.id,
  }))
  const firstNew = useMemo(() => firstUnread(messages, opened), [messages, opened])
  useReading(chat, isWhole ? messages.at(-1) : undefined)
  const { scroller, isAtEnd, onScroll, toEnd } = useChatScroll({
    count: messages.length + unsent.length,
    first: messages[0]?.id,
    anchor,
    onTop: () => hasNextPage && !isFetching && void fetchNextPage(),
    onBottom: () => hasPreviousPage && !isFetching && void fetchPreviousPage(),
  })
  const newCount = useNewCount(messages, isAtEnd || !isWhole, me.id)
  if (!data && error) return <Failure cause={causeOf(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <BubbleSkeletons label={t('ui.loading')} />

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-label={t('chats.messages')}
        aria-live={isAtEnd ? 'polite' : 'off'}
        tabIndex={0}
        onScroll={onScroll}
      >
        {messages.length === 0 && unsent.length === 0 && <p className={styles.noMessages}>{t('chats.noMessages')}</p>}
        <ol className={styles.messages}>
          <Rows messages={messages} chat={chat} marked={anchor} firstNew={firstNew} newOnes={opened.unreads} />
          {unsent.map((send: UnsentToChat) => (
            <li key={send.clientId}>
              <UnsentMessage send={send} author={me.name} />
            </li>
          ))}
        </ol>
        {isWhole && unsent.length === 0 && <ReadLine chat={chat} message={messages.at(-1)} />}
      </div>
      {query.isFetchingNextPage && (
        <div className={styles.older} role="status">
          <Loader size="xs" aria-label={t('chats.loadingOlder')} />
        </div>
      )}
      {(!isAtEnd || hasPreviousPage) && (
        <div className={styles.latest}>
          <ActionIcon
            size={36}
            radius="xl"
            variant="default"
            aria-label={newCount > 0 ? t('messages.latestNew', { count: newCount }) : t('chats.latest')}
            onClick={hasPreviousPage ? onLatest : toEnd}
          >
            <IconArrowDown size={18} stroke={1.8} />
          </ActionIcon>
          {newCount > 0 && <Counter value={newCount} />}
        </div>
      )}
    </div>
  )
}

/** In ms. Messages of one person within this time have one head. */
const together = 5 * 60_000

interface RowsProps {
  messages: InternalMessageView[]
  chat: InternalChatView
  marked: number
  /** Above this message stands how many were new when the chat was opened. */
  firstNew: number | undefined
  newOnes: number
}

function Rows({ messages, chat, marked, firstNew, newOnes }: RowsProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return messages.map((message, index) => {
    const before = messages[index - 1]
    const isNewDay = !before || format.day(before.createdAt) !== format.day(message.createdAt)
    const isFirst =
      isNewDay ||
      message.id === firstNew ||
      before.senderId !== message.senderId ||
      Date.parse(message.createdAt) - Date.parse(before.createdAt) > together
    return (
      <li key={message.id} id={`chat-message-${message.id}`} data-marked={message.id === marked}>
        {isNewDay && <p className={styles.day}>{format.dayName(message.createdAt)}</p>}
        {message.id === firstNew && (
          <p className={styles.unread}>
            <span>{t('messages.newLine', { count: newOnes })}</span>
          </p>
        )}
        <ChatMessage message={message} chat={chat} isFirst={isFirst} />
      </li>
    )
  })
}

/** In ms: one call for several messages. */
const pause = 250

/** What is on screen in the window in use is read. */
function useReading(chat: InternalChatView, newest: InternalMessageView | undefined): void {
  const cache = useQueryClient()
  const me = useMe()
  const isFocused = useWindowFocus()
  const member = memberOf(chat, me.id)
  const isUnread = newest !== undefined && member !== undefined && (member.readMessageId ?? 0) < newest.id
  const [chatId, messageId, myId] = [chat.id, newest?.id, me.id]
  useEffect(() => {
    if (!isUnread || !isFocused || messageId === undefined) return undefined
    const timer = setTimeout(() => void readChat(cache, { chatId, messageId, myId }).catch(() => undefined), pause)
    return () => clearTimeout(timer)
  }, [cache, chatId, messageId, myId, isUnread, isFocused])
}
