import { useTranslation } from 'react-i18next'
import { summaryOf } from '../../../lib/text/summary.ts'
import { Ticks, tickOf } from '../../../ui/marks/ticks.tsx'
import { useDraft } from '../drafts.ts'
import { lastMessageOf } from '../../../lib/text/last-message.ts'
import { usePresence } from '../presence.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import styles from './ticket-row.module.css'

/** The customer's typing state, else the draft, else the last message. */
export function RowPreview({ ticket }: { ticket: ListedTicket }) {
  const { t } = useTranslation()
  const doing = usePresence(ticket.id)
  const { body: draft } = useDraft(ticket.id)

  if (doing) return <span className={styles.typing}>{t(`tickets.presence.${doing}`)}</span>
  if (draft.trim() !== '') {
    return (
      <span className={`${styles.preview} cut`} dir="auto">
        <span className={styles.draft}>{t('tickets.row.draft')}</span> {summaryOf(draft)}
      </span>
    )
  }
  const isOurs = ticket.fromMe && ticket.lastMessageAck !== null && ticket.lastMessage !== ''
  return (
    <>
      {isOurs && !ticket.hasFailed && <Ticks tick={tickOf(ticket.lastMessageAck ?? 0)} />}
      <span className={`${styles.preview} cut`} dir="auto">
        {lastMessageOf(ticket, t)}
      </span>
    </>
  )
}
