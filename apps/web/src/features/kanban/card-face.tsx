import type { KanbanCard } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { phoneText } from '../../lib/phone.ts'
import { lastMessageOf } from '../../lib/text/last-message.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Counter } from '../../ui/marks/marks.tsx'
import styles from './kanban.module.css'

/** What a card shows: contact, last message, number, and who serves it. */
export function CardFace({ card }: { card: KanbanCard }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { id, channel, contact, lastMessage, fromMe, lastMessageAt, unreadMessages, user } = card
  const phone = phoneText(contact.number)
  return (
    <>
      <div className={styles.cardHead}>
        <b className="cut" dir="auto" title={contact.name}>
          {contact.name}
        </b>
        <time dateTime={lastMessageAt}>{format.moment(lastMessageAt)}</time>
      </div>
      <p className={`${styles.last} cut`} dir="auto">
        {lastMessageOf({ lastMessage, fromMe, lastMessageAuthor: null }, t)}
      </p>
      <div className={styles.cardMeta}>
        <span className="cut">
          #{id}
          {/* Who has no number is told by where they write. */}
          {` · ${'text' in phone ? phone.text : t(`ui.channels.${channel}`)}`}
        </span>
        {unreadMessages > 0 && (
          <span role="img" aria-label={t('kanban.unread', { count: unreadMessages })}>
            <Counter value={unreadMessages} />
          </span>
        )}
        {user && (
          <span role="img" aria-label={user.name} title={user.name}>
            <Avatar name={user.name} size={20} />
          </span>
        )}
      </div>
    </>
  )
}
