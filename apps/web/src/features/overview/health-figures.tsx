import type { Overview } from '@guiche/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { Figure, Figures } from './figure.tsx'
import styles from './overview.module.css'

/** In ms. A message usually leaves within seconds. */
const late = 5 * 60_000

/** Whether the installation does its work. */
export function HealthFigures({ overview }: { overview: Overview }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { connections, oldestUnsentAt, deadLetters } = overview
  const down = connections.all - connections.up
  const waited = oldestUnsentAt === null ? undefined : now - Date.parse(oldestUnsentAt)
  const { count, companies, ofNone } = deadLetters
  const places = [
    ...(companies > 0 ? [t('overview.inCompanies', { count: companies })] : []),
    ...(ofNone > 0 ? [t('overview.ofNone', { count: ofNone })] : []),
  ]

  return (
    <Figures name={t('overview.installation')}>
      <Figure
        name={t('overview.connections')}
        value={t('overview.upOfAll', { up: format.number(connections.up), all: format.number(connections.all) })}
        list={{ filter: 'disconnected', view: 'use' }}
        tone={down > 0 ? 'warn' : undefined}
      >
        {connections.all === 0 ? t('overview.noConnections') : t('overview.down', { count: down })}
      </Figure>
      <Figure
        name={t('overview.oldestUnsent')}
        value={waited === undefined ? '–' : format.duration(waited)}
        list={{ filter: 'unsent', sort: 'waiting', view: 'use' }}
        tone={waited !== undefined && waited > late ? 'bad' : undefined}
      >
        {oldestUnsentAt === null
          ? t('overview.nothingUnsent')
          : t('overview.unsentSince', { time: format.dateTime(oldestUnsentAt) })}
      </Figure>
      <Figure
        name={t('overview.deadLetters')}
        value={format.number(count)}
        list={{ filter: 'deadLetters', view: 'use' }}
        tone={count > 0 ? 'bad' : undefined}
      >
        {places.length > 0 ? places.join(' · ') : t('overview.noDeadLetters')}
        {count > 0 && (
          <>
            {' · '}
            <Link to="/dead-letters" className={styles.all ?? ''}>
              {t('overview.seeDeadLetters')}
            </Link>
          </>
        )}
      </Figure>
    </Figures>
  )
}
