import { isWaiting, isWithBot } from '@guiche/contract'
import { IconPlugConnectedX, IconRobot } from '@tabler/icons-react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { numbers } from '../../../ui/numbers.ts'
import { TagChip } from '../../../ui/marks/marks.tsx'
import { LostConnectionsContext } from '../lost-connections.ts'
import type { ListedTicket } from '../ticket-lists.ts'
import styles from './ticket-row.module.css'

/**
 * Shows two tags, or one if the Accept button or the owner's name beside the clock needs space; then the number of
 * others.
 */
const shownTags = ({ status, waitingSince }: ListedTicket, showsOwner: boolean) =>
  isWaiting(status) || (showsOwner && waitingSince !== null) ? 1 : numbers.tagsOnRow

export function RowLabels({ ticket, showsOwner }: { ticket: ListedTicket; showsOwner: boolean }) {
  const { t } = useTranslation()
  const lost = use(LostConnectionsContext)
  const tags = tagsOf(ticket)
  const shown = tags.slice(0, shownTags(ticket, showsOwner))
  const hidden = tags.slice(shown.length)
  return (
    <span className={styles.labels}>
      {ticket.status !== 'closed' && lost.has(ticket.whatsappId ?? 0) && (
        <IconPlugConnectedX
          className={styles.lost ?? ''}
          size={14}
          stroke={1.8}
          role="img"
          aria-label={t('tickets.row.lost', { name: ticket.whatsapp?.name ?? '' })}
        />
      )}
      {isWithBot(ticket) && <IconRobot size={14} stroke={1.8} role="img" aria-label={t('tickets.row.withBot')} />}
      {ticket.status === 'lgpd' && (
        <span className={`${styles.consent} cut`} title={t('tickets.status.lgpd')}>
          {t('tickets.row.consent')}
        </span>
      )}
      {showsOwner && ticket.user && (
        <span className={`${styles.owner} cut`} title={ticket.user.name}>
          {ticket.user.name.split(' ')[0]}
        </span>
      )}
      {shown.map((tag) => (
        <TagChip key={tag.id} name={tag.name} color={tag.color} />
      ))}
      {hidden.length > 0 && (
        <span className={styles.more} title={hidden.map(({ name }) => name).join(', ')}>
          +{hidden.length}
        </span>
      )}
    </span>
  )
}

/** The contact's tags, then the ticket's (kanban lanes). */
function tagsOf({ contact, tags }: ListedTicket) {
  const own = contact.tags ?? []
  return [...own, ...tags.filter(({ id }) => own.every((tag) => tag.id !== id))]
}
