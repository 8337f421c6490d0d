import { type FoundInternalMessage, limits } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { messageInAddress } from '../../lib/message-in-address.ts'
import { useMe } from '../../lib/session.ts'
import { summaryOf } from '../../lib/text/summary.ts'
import { foundInChats } from './chats.api.ts'
import styles from './chats.module.css'

/** Messages with the text of a search; each opens its chat at this place. */
export function FoundMessages({ text }: { text: string }) {
  const { t } = useTranslation()
  const { data: found = [] } = useQuery({ ...foundInChats(text), enabled: text.length >= limits.searchLetters })
  if (found.length === 0) return null
  return (
    <section className={styles.found} aria-label={t('chats.foundMessages')}>
      <h2>{t('chats.foundMessages')}</h2>
      <ul>
        {found.map((one) => (
          <li key={one.message.id}>
            <FoundRow found={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FoundRow({ found: { chatUuid, title, message } }: { found: FoundInternalMessage }) {
  const { t } = useTranslation()
  const format = useFormat()
  const me = useMe()
  const name = message.senderId === me.id ? t('chats.you') : message.sender.name
  return (
    <Link
      className={styles.row}
      to="/chats/{-$chatId}"
      params={{ chatId: chatUuid }}
      search={messageInAddress(message.id)}
    >
      <span className={styles.words}>
        <b className="cut">{title}</b>
        <span className="cut-lines">{t('chats.said', { name, text: summaryOf(message.message) })}</span>
      </span>
      <span className={styles.end}>
        <time dateTime={message.createdAt}>{format.moment(message.createdAt)}</time>
      </span>
    </Link>
  )
}
