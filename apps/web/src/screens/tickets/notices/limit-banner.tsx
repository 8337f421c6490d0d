import { IconHourglassHigh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { connectionList } from '../../../features/connections/connections.api.ts'
import { isShut, stateOfWindow } from '../../../features/tickets/answer-window.ts'
import type { ListedTicket } from '../../../features/tickets/ticket-lists.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import styles from './notices.module.css'

/** The network limits for a time what the number of the ticket may send: why messages wait or fail, and until when. */
export function LimitBanner({ ticket: { whatsappId, answerWindow } }: { ticket: ListedTicket }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { data } = useQuery(connectionList)
  const connection = data?.find(({ id }) => id === whatsappId)
  const limit = connection?.sendingLimit
  if (!limit || Date.parse(limit.until) <= now) return null
  const needsTemplate = answerWindow?.templates === true && isShut(stateOfWindow(answerWindow, now))
  const concerns = limit.scope === 'everything' || (limit.scope === 'templates' && needsTemplate)
  if (!concerns) return null
  const said = { name: connection.name, time: format.ahead(limit.until) }
  return (
    <div className={styles.banner} role="status">
      <IconHourglassHigh size={16} stroke={1.8} aria-hidden />
      <span>
        <b>{t(`tickets.limited.${limit.scope}`, said)}</b> {t(`tickets.limited.then.${limit.scope}`)}
      </span>
    </div>
  )
}
