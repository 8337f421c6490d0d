import type { ReplayedExchange, SimulatedMessage } from '@guiche/contract'
import { Select, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { useLogText } from '../../../lib/text/log-text.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { FormattedText } from '../../../ui/text/formatted-text.tsx'
import { Refused } from './refused.tsx'
import { SimulatedFile } from './simulated-file.tsx'
import { type Draft, replayOf, replayable } from './simulator.api.ts'
import bubbles from './bubbles.module.css'
import styles from './replay.module.css'

interface Props {
  queueId: number
  draft: Draft
  isIncomplete: boolean
  onClose: () => void
}

/** What the bot said in a past conversation, and what it would say with the queue as it would be saved. */
export function ReplayDialog({ queueId, draft, isIncomplete, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const tickets = useQuery(replayable(queueId))
  const [ticketId, setTicketId] = useState<number>()
  const isReady = ticketId !== undefined && !isIncomplete
  const replay = useQuery({ ...replayOf({ ticketId: ticketId ?? 0, queueId, draft }), enabled: isReady })
  const changed = replay.data?.exchanges.filter(({ isDifferent }) => isDifferent).length ?? 0

  return (
    <Dialog title={t('queues.simulator.replay.title')} size={900} onClose={onClose}>
      <p className={styles.hint}>{t('queues.simulator.replay.text')}</p>
      {tickets.isPending && <Skeleton height={36} aria-label={t('ui.loading')} />}
      {tickets.isError && <Failure cause={causeOf(tickets.error)} onRetry={() => void tickets.refetch()} />}
      {tickets.data?.length === 0 && <p className={styles.hint}>{t('queues.simulator.replay.none')}</p>}
      {tickets.data && tickets.data.length > 0 && (
        <Select
          searchable
          allowDeselect={false}
          label={t('queues.simulator.replay.ticket')}
          placeholder={t('queues.simulator.replay.choose')}
          data={tickets.data.map(({ id, name, connection, lastMessageAt }) => ({
            value: String(id),
            label: `${name} · #${id} · ${connection} · ${format.dateTime(lastMessageAt)}`,
          }))}
          value={ticketId === undefined ? null : String(ticketId)}
          onChange={(id) => id !== null && setTicketId(Number(id))}
        />
      )}
      {isIncomplete && <p className={styles.hint}>{t('queues.simulator.missing')}</p>}
      {isReady && replay.isPending && <Skeleton height={160} aria-label={t('ui.loading')} />}
      {replay.error && <Refused error={replay.error} onRetry={() => void replay.refetch()} />}
      {replay.data && (
        <section className={styles.replay} aria-label={t('queues.simulator.replay.result')}>
          <p className={styles.sum} role="status">
            {changed === 0
              ? t('queues.simulator.replay.same')
              : t('queues.simulator.replay.different', { count: changed })}
          </p>
          <div className={styles.heads} aria-hidden>
            <b>{t('queues.simulator.replay.before')}</b>
            <b>{t('queues.simulator.replay.after')}</b>
          </div>
          {replay.data.exchanges.map((exchange, nth) => (
            <Exchange key={nth} exchange={exchange} />
          ))}
          {replay.data.isCut && <p className={styles.hint}>{t('queues.simulator.replay.cut')}</p>}
        </section>
      )}
    </Dialog>
  )
}

function Exchange({ exchange }: { exchange: ReplayedExchange }) {
  const { t } = useTranslation()
  const format = useFormat()
  const logText = useLogText()
  const { at, messages, before, after, log, isDifferent, isServed } = exchange
  return (
    <article className={styles.exchange} data-different={isDifferent}>
      <div className={`${bubbles.customer} ${styles.customer}`}>
        {messages.map(({ text, mediaType }, nth) => (
          <p key={nth}>{text || <i>{mediaType ?? t('queues.simulator.replay.noText')}</i>}</p>
        ))}
        <time dateTime={at}>{format.dateTime(at)}</time>
      </div>
      {isDifferent && <b className={styles.mark}>{t('queues.simulator.replay.mark')}</b>}
      {isServed && <p className={styles.hint}>{t('queues.simulator.replay.served')}</p>}
      <div className={styles.sides}>
        <Side label={t('queues.simulator.replay.before')} said={before} />
        <Side label={t('queues.simulator.replay.after')} said={after} why={log.map((entry) => logText(entry))} />
      </div>
    </article>
  )
}

interface SideProps {
  label: string
  said: Omit<SimulatedMessage, 'quotes' | 'choices'>[]
  why?: string[]
}

function Side({ label, said, why = [] }: SideProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.side} role="group" aria-label={label}>
      <b className={styles.label}>{label}</b>
      {said.map(({ text, file }, nth) => (
        <div className={bubbles.bot} key={nth}>
          {file && <SimulatedFile file={file} />}
          {text && <FormattedText body={text} />}
        </div>
      ))}
      {said.length === 0 && <p className={styles.hint}>{t('queues.simulator.replay.nothing')}</p>}
      {why.length > 0 && (
        <ul className={bubbles.why}>
          {why.map((line, nth) => (
            <li key={nth}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
