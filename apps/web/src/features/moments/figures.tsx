import { type MomentsBoard, type MomentsTicket, isWithBot } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Figure, Figures as FigureList } from '../../ui/figures/figures.tsx'
import styles from './moments.module.css'
import { Waited } from './waited.tsx'

/** The figures of the whole company, or of what the viewer sees of it; the longest waits lead to their tickets. */
export function Figures({ board: { attendants, served, waiting } }: { board: MomentsBoard }) {
  const { t } = useTranslation()
  const withBot = waiting.tickets.filter(isWithBot).length
  // Both lists begin with the longest wait.
  const longest = waiting.tickets.find((ticket) => ticket.waitingSince !== null && !isWithBot(ticket))
  const unanswered = served.tickets.filter(({ waitingSince }) => waitingSince !== null)
  const nameOf = (id: number | null) => attendants.find((attendant) => attendant.id === id)?.name

  return (
    <FigureList label={t('moments.figures')}>
      <Longest
        name={t('moments.longestWait')}
        ticket={longest}
        none={t('moments.nobodyWaits')}
        of={longest?.queue?.name ?? t('ui.noQueue')}
      />
      <Figure name={t('moments.waiting')} value={waiting.count - withBot}>
        {t('moments.withBot', { count: withBot })}
      </Figure>
      <Longest
        name={t('moments.longestUnanswered')}
        ticket={unanswered[0]}
        none={t('moments.allAnswered')}
        of={nameOf(unanswered[0]?.userId ?? null) ?? ''}
      />
      <Figure name={t('moments.served')} value={served.count}>
        {t('moments.unanswered', { count: unanswered.length })}
      </Figure>
      <Figure name={t('moments.online')} value={attendants.filter(({ online }) => online).length}>
        {t('moments.ofAll', { all: attendants.length })}
      </Figure>
    </FigureList>
  )
}

interface LongestProps {
  name: string
  ticket: MomentsTicket | undefined
  /** Said if there is no such ticket. */
  none: string
  /** Who has it, or where it waits. */
  of: string
}

function Longest({ name, ticket, none, of }: LongestProps) {
  if (!ticket || ticket.waitingSince === null)
    return (
      <Figure name={name} value="–">
        {none}
      </Figure>
    )
  return (
    <Figure name={name} value={<Waited since={ticket.waitingSince} />}>
      <Link
        className={`${styles.longest} cut`}
        to="/tickets/{-$ticketId}"
        params={{ ticketId: ticket.uuid }}
        title={`${ticket.contact.name} · ${of}`}
      >
        <bdi>{ticket.contact.name}</bdi> · {of}
      </Link>
    </Figure>
  )
}
