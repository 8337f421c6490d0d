import type { InternalChatView, InternalMessageView } from '@guiche/contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useReact } from '../../features/internal-chats/chats.api.ts'
import { useFormat } from '../../lib/format.ts'
import { useMe } from '../../lib/session.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { PersonName } from '../../ui/marks/person-name.tsx'
import { FormattedText } from '../../ui/text/formatted-text.tsx'
import { AnsweredMessage } from './answered-message.tsx'
import { ChatFile } from './chat-file.tsx'
import { useChatMessageActions } from './chat-message-actions.ts'
import { ChatMessageMenu } from './chat-message-menu.tsx'
import styles from './chats-screen.module.css'
import { SharedTicket } from './shared-ticket.tsx'

interface Props {
  message: InternalMessageView
  chat: InternalChatView
  /** It has a head with picture, name and time. */
  isFirst: boolean
}

export const ChatMessage = memo(function ChatMessage({ message, chat, isFirst }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const me = useMe()
  const { talkTo } = useChatMessageActions()
  const { sender, createdAt, mentions, isDeleted } = message
  const mayTalk = sender.id !== me.id && !chat.isDirect && chat.users.some(({ userId }) => userId === sender.id)

  return (
    <article
      className={styles.message}
      data-first={isFirst}
      data-mentioned={mentions.some(({ id }) => id === me.id)}
      aria-label={t('chats.messageOf', { name: sender.name, time: format.dateTime(createdAt) })}
    >
      <span className={styles.face}>{isFirst && <Avatar name={sender.name} size={32} />}</span>
      <div className={styles.content}>
        {isFirst && (
          <p className={styles.author}>
            <b>
              <PersonName name={sender.name} onTalk={mayTalk ? () => talkTo(sender.id) : undefined} />
            </b>{' '}
            <time dateTime={createdAt}>{format.time(createdAt)}</time>
          </p>
        )}
        {isDeleted ? <p className={styles.deleted}>{t('chats.deleted')}</p> : <Said message={message} />}
        <Reactions message={message} />
      </div>
      {!isDeleted && <ChatMessageMenu message={message} />}
    </article>
  )
})

function Said({ message }: { message: InternalMessageView }) {
  const { t } = useTranslation()
  const { replyTo, ticketId, message: text, mediaPath, isEdited } = message
  // A message with nothing but a ticket, which has been deleted.
  const isEmpty = text === '' && mediaPath === null && ticketId === null
  return (
    <>
      {replyTo && <AnsweredMessage answered={replyTo} />}
      <ChatFile message={message} />
      {text !== '' && (
        <div className={styles.text} dir="auto">
          <FormattedText body={text} />
          {isEdited && <small> {t('chats.edited')}</small>}
        </div>
      )}
      {ticketId !== null && <SharedTicket messageId={message.id} ticketId={ticketId} />}
      {isEmpty && <p className={styles.deleted}>{t('chats.ticketGone')}</p>}
    </>
  )
}

/** Pressing one's own reaction takes it back. */
function Reactions({ message }: { message: InternalMessageView }) {
  const { t } = useTranslation()
  const me = useMe()
  const react = useReact()
  if (message.reactions.length === 0) return null
  return (
    <p className={styles.reactions}>
      {[...Map.groupBy(message.reactions, ({ emoji }) => emoji)].map(([emoji, reactions]) => {
        const isOwn = reactions.some(({ user }) => user.id === me.id)
        const names = reactions.map(({ user }) => user.name).join(', ')
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            title={names}
            aria-label={t('chats.reactionOf', { emoji, names })}
            onClick={() => react.mutate({ id: message.id, emoji: isOwn ? '' : emoji })}
          >
            {emoji} {reactions.length > 1 && reactions.length}
          </button>
        )
      })}
    </p>
  )
}
