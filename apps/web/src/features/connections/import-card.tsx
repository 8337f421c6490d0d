import { type ConnectionView, importStatuses } from '@guiche/contract'
import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './import-card.module.css'

/** Whether old messages are being imported, or imported tickets wait to be closed. */
export const isImporting = ({ importProgress, statusImportMessages }: ConnectionView) =>
  importProgress !== null || statusImportMessages === importStatuses.running

/** The progress of a connection's import of old messages. */
export function ImportCard({ connection: { name, importProgress: progress } }: { connection: ConnectionView }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isCounted = progress !== null && progress.all >= 0
  const isTold = progress !== null && !isCounted && progress.sent !== null
  const share = isCounted
    ? progress.all === 0
      ? 100
      : Math.floor((100 * progress.this) / progress.all)
    : isTold
      ? (progress.sent ?? 0)
      : 100
  const state = progress === null ? 'closing' : isCounted ? 'running' : 'preparing'

  return (
    <section className={styles.card} aria-label={t('connections.import.title', { name })}>
      <header>
        <b>{t('connections.import.title', { name })}</b>
        {isCounted && (
          <span className={styles.count} role="status">
            {t('connections.import.count', { this: format.number(progress.this), all: format.number(progress.all) })}
          </span>
        )}
      </header>
      <Progress
        value={share}
        animated={!isCounted}
        aria-label={t('connections.import.title', { name })}
        transitionDuration={400}
      />
      <small>
        {isCounted && progress.date !== ''
          ? t('connections.import.reached', { date: progress.date })
          : t(`connections.import.${state}`)}
        {isTold && ` ${t('connections.import.sent', { percent: progress.sent })}`}
      </small>
    </section>
  )
}
