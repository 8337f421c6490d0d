import type { ExchangeCall, ExchangeView } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { integrationChoices } from '../../../lib/choices/integration-choices.ts'
import { Status, type Tone } from '../../../ui/marks/status.tsx'
import { ticketExchanges } from '../tickets.api.ts'
import styles from './exchange-list.module.css'

/** For admins: which services outside were asked in a ticket, what they answered, and why they stopped. */
export function ExchangeList({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation()
  const { data: exchanges = [] } = useQuery(ticketExchanges(ticketId))
  const { data: integrations = [] } = useQuery({ ...integrationChoices, enabled: exchanges.length > 0 })
  if (exchanges.length === 0) return null

  const nameOf = ({ kind, answererId }: ExchangeView) =>
    (kind === 'integration' && integrations.find(({ id }) => id === answererId)?.name) ||
    t(`tickets.exchanges.kinds.${kind}`, { id: answererId })

  return (
    <section className={styles.list} aria-label={t('tickets.exchanges.title')}>
      <h3 className={styles.title}>{t('tickets.exchanges.title')}</h3>
      {exchanges.map((exchange) => (
        <Exchange key={exchange.id} exchange={exchange} name={nameOf(exchange)} />
      ))}
    </section>
  )
}

const tones: Readonly<Record<ExchangeView['state'], Tone>> = {
  due: 'info',
  asking: 'info',
  answered: 'good',
  void: 'quiet',
  failed: 'bad',
}

function Exchange({ exchange, name }: { exchange: ExchangeView; name: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, reason, took, calls, createdAt } = exchange
  return (
    <details className={styles.exchange}>
      <summary>
        <span className={styles.head}>
          <b>{name}</b>
          <Status tone={tones[state]}>
            {t(`tickets.exchanges.states.${state}`)}
            {reason && `: ${t(`tickets.exchanges.reasons.${reason}`)}`}
          </Status>
        </span>
        <span className={styles.time}>
          {took !== null && `${t('tickets.exchanges.took', { ms: format.number(took) })} · `}
          <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
        </span>
      </summary>
      {calls.length === 0 && <p className={styles.none}>{t('tickets.exchanges.noCalls')}</p>}
      {calls.map((call, nth) => (
        <Call key={nth} call={call} />
      ))}
    </details>
  )
}

function Call({ call: { method, address, status, ms, sent, received } }: { call: ExchangeCall }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.call}>
      <p className={styles.line}>
        <code>
          {method} {address}
        </code>{' '}
        {status ?? t('tickets.exchanges.noAnswer')} · {t('tickets.exchanges.took', { ms: format.number(ms) })}
      </p>
      {sent && <Raw title={t('tickets.exchanges.sent')} text={sent} />}
      {received && <Raw title={t('tickets.exchanges.received')} text={received} />}
    </div>
  )
}

/** Long texts scroll, so they can be reached by keyboard. */
const Raw = ({ title, text }: { title: string; text: string }) => (
  <>
    <h4 className={styles.part}>{title}</h4>
    <pre className={styles.raw} tabIndex={0} aria-label={title}>
      {text}
    </pre>
  </>
)
