import { type MomentsBoard, type MomentsTicket, isWithBot } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
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
    <dl className={styles.figures} aria-label={t('moments.figures')}>
      <Figure name={t('moments.longestWait')} isMain>
        <Longest ticket={longest} none={t('moments.nobodyWaits')} of={longest?.queue?.name ?? t('ui.noQueue')} />
      </Figure>
      <Figure name={t('moments.waiting')}>
        <Value>{waiting.count - withBot}</Value>
        <Below>{t('moments.withBot', { count: withBot })}</Below>
      </Figure>
      <Figure name={t('moments.longestUnanswered')}>
        <Longest
          ticket={unanswered[0]}
          none={t('moments.allAnswered')}
          of={nameOf(unanswered[0]?.userId ?? null) ?? ''}
        />
      </Figure>
      <Figure name={t('moments.served')}>
        <Value>{served.count}</Value>
        <Below>{t('moments.unanswered', { count: unanswered.length })}</Below>
      </Figure>
      <Figure name={t('moments.online')}>
        <Value>{attendants.filter(({ online }) => online).length}</Value>
        <Below>{t('moments.ofAll', { all: attendants.length })}</Below>
      </Figure>
    </dl>
  )
}

function Figure({ name, isMain = false, children }: { name: string; isMain?: boolean; children: ReactNode }) {
  return (
    <div className={styles.figure} data-main={isMain}>
      <dt>{name}</dt>
      {children}
    </div>
  )
}

const Value = ({ children }: { children: ReactNode }) => <dd className={styles.value}>{children}</dd>
const Below = ({ children }: { children: ReactNode }) => <dd className={`${styles.below} cut`}>{children}</dd>

function Longest({ ticket, none, of }: { ticket: MomentsTicket | undefined; none: string; of: string }) {
  if (!ticket || ticket.waitingSince === null)
    return (
      <>
        <Value>–</Value>
        <Below>{none}</Below>
      </>
    )
  return (
    <>
      <Value>
        <Waited since={ticket.waitingSince} />
      </Value>
      <Below>
        <Link
          className={styles.longest}
          to="/tickets/{-$ticketId}"
          params={{ ticketId: ticket.uuid }}
          title={`${ticket.contact.name} · ${of}`}
        >
          <bdi>{ticket.contact.name}</bdi> · {of}
        </Link>
      </Below>
    </>
  )
}
