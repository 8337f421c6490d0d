import { type MomentsBoard, type MomentsTicket, isWithBot } from '@guiche/contract'
import { SegmentedControl, UnstyledButton } from '@mantine/core'
import { IconCoffee } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { queuesOf } from './board-groups.ts'
import styles from './moments.module.css'
import { QueueChoice } from './queue-choice.tsx'
import { WaitingRow } from './waiting-row.tsx'

/** Rows that are shown at first, and added by each press of the button. */
const step = 50

/** Who waits, the longest wait first: for a person, or with the bot. */
export function Waiting({ board: { waiting } }: { board: MomentsBoard }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<'people' | 'bot'>('people')
  const [queueId, setQueueId] = useState<number>()
  const [most, setMost] = useState(step)
  const [bot, people] = useMemo(() => {
    const { true: with_ = [], false: without = [] } = Object.groupBy(waiting.tickets, (ticket) =>
      isWithBot(ticket) ? 'true' : 'false',
    )
    return [with_, without]
  }, [waiting.tickets])
  const tickets = kind === 'bot' ? bot : people
  const queues = useMemo(() => queuesOf(tickets), [tickets])
  const chosen = queues.some(({ queue }) => (queue?.id ?? 0) === queueId) ? queueId : undefined
  const listed = chosen === undefined ? tickets : tickets.filter(({ queue }) => (queue?.id ?? 0) === chosen)
  const hidden = listed.length - most

  return (
    <section className={styles.waiting} aria-labelledby="moments-waiting">
      <header>
        <h2 id="moments-waiting">{t('moments.whoWaits')}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t('moments.shows')}
          value={kind}
          onChange={(value) => setKind(value === 'bot' ? 'bot' : 'people')}
          data={[
            {
              value: 'people',
              label: `${t('moments.people')} ${people.length + waiting.count - waiting.tickets.length}`,
            },
            { value: 'bot', label: `${t('moments.bot')} ${bot.length}` },
          ]}
        />
      </header>
      {queues.length > 1 && <QueueChoice queues={queues} chosen={chosen} onChoose={setQueueId} />}
      {listed.length === 0 ? (
        <Nobody kind={kind} />
      ) : (
        <ul className={styles.rows} aria-labelledby="moments-waiting">
          {listed.slice(0, most).map((ticket: MomentsTicket) => (
            <WaitingRow key={ticket.id} ticket={ticket} />
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <UnstyledButton className={styles.more} onClick={() => setMost(most + step)}>
          {t('moments.more', { count: Math.min(hidden, step) })}
        </UnstyledButton>
      )}
    </section>
  )
}

function Nobody({ kind }: { kind: 'people' | 'bot' }) {
  const { t } = useTranslation()
  const icon = <IconCoffee size={32} stroke={1.3} aria-hidden />
  if (kind === 'bot') return <EmptyState icon={icon} title={t('moments.nobodyWithBot')} />
  return (
    <EmptyState icon={icon} title={t('moments.nobody')}>
      {t('moments.nobodyText')}
    </EmptyState>
  )
}
