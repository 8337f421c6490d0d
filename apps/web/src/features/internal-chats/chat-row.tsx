import type { InternalChatView } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMe } from '../../lib/session.ts'
import { AvatarStack } from '../../ui/marks/avatar.tsx'
import { Counter } from '../../ui/marks/marks.tsx'
import { useChatDraft } from './chat-drafts.ts'
import { chatName, firstName, memberOf, othersIn } from './chat-names.ts'
import styles from './chats.module.css'
import { useChatPreview } from './use-chat-preview.ts'

interface Props {
  chat: InternalChatView
  isSelected: boolean
  onOpen?: (() => void) | undefined
}

/** Title, newest message with its time, and how many are unread. */
export function ChatRow({ chat, isSelected, onOpen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const me = useMe()
  const unread = memberOf(chat, me.id)?.unreads ?? 0
  const others = othersIn(chat, me.id)
  // There is room for two.
  const people = (others.length > 0 ? others : chat.users).slice(0, 2).map(({ user }) => user)
  return (
    <Link
      className={styles.row}
      to="/chats/{-$chatId}"
      params={{ chatId: chat.uuid }}
      aria-current={isSelected ? 'page' : undefined}
      data-selected={isSelected}
      data-unread={unread > 0}
      onClick={onOpen}
    >
      <span className={styles.people} aria-hidden>
        <AvatarStack people={people} size={28} />
      </span>
      <span className={styles.words}>
        <b className="cut">{chatName(chat, me.id)}</b>
        <NewestLine chat={chat} myId={me.id} />
      </span>
      <span className={styles.end}>
        <time dateTime={chat.lastMessageAt}>{format.moment(chat.lastMessageAt)}</time>
        {unread > 0 && (
          <>
            <Counter value={unread} />
            <span className="aloud">{t('chats.unread', { count: unread })}</span>
          </>
        )}
      </span>
    </Link>
  )
}

function NewestLine({ chat, myId }: { chat: InternalChatView; myId: number }) {
  const { t } = useTranslation()
  const preview = useChatPreview()
  const draft = useChatDraft(chat.id).trim()
  const { newest } = chat
  if (draft !== '')
    return (
      <span className="cut">
        <i>{t('chats.draft')}</i> {draft}
      </span>
    )
  if (!newest) return <span className="cut">{t('chats.noMessage')}</span>
  const author = newest.user.id === myId ? t('chats.you') : firstName(newest.user.name)
  return <span className="cut">{t('chats.said', { name: author, text: preview(newest) })}</span>
}
