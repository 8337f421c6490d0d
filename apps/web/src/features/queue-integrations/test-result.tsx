import type { IntegrationTest } from '@guiche/contract'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import styles from './queue-integrations.module.css'

/** What was asked, what came, and how long it took. */
export function TestResult({ test }: { test: IntegrationTest }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { outcome, request, answer, texts, took } = test
  const isGood = outcome === 'answered'
  return (
    <section className={styles.test} aria-label={t('queue-integrations.test.title')}>
      <Alert
        role="status"
        color={isGood ? 'green' : 'red'}
        icon={isGood ? <IconCheck size={18} /> : <IconAlertTriangle size={18} />}
      >
        {t(`queue-integrations.test.outcomes.${outcome}`, { status: answer?.status })}{' '}
        {t('queue-integrations.test.took', { ms: format.number(took) })}
      </Alert>
      {isGood && (
        <Part title={t('queue-integrations.test.says')}>
          {texts.length > 0 ? texts.join('\n\n') : t('queue-integrations.test.saysNothing')}
        </Part>
      )}
      {request && (
        <Part title={t('queue-integrations.test.request')}>
          {[`${request.method} ${request.url}`, request.body].filter(Boolean).join('\n\n')}
        </Part>
      )}
      {answer && (
        <Part title={t('queue-integrations.test.answer', { status: answer.status })}>
          {answer.body || t('queue-integrations.test.emptyBody')}
        </Part>
      )}
    </section>
  )
}

function Part({ title, children }: { title: string; children: string }) {
  return (
    <div>
      <h3 className={styles.partTitle}>{title}</h3>
      {/* Long texts scroll, so they can be reached by keyboard. */}
      <pre className={styles.raw} tabIndex={0} aria-label={title}>
        {children}
      </pre>
    </div>
  )
}
