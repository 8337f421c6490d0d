import type { NumberTestStep } from '@guiche/contract'
import { Button } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { Status, type Tone } from '../../../ui/marks/status.tsx'
import styles from './official.module.css'
import type { useTestNumber } from './official.api.ts'

interface Props {
  test: ReturnType<typeof useTestNumber>
  isUnsaved: boolean
}

/** Tries what is stored, step by step, and says what to do about each that fails. */
export function NumberTest({ test, isUnsaved }: Props) {
  const { t } = useTranslation()
  return (
    <section className={styles.test} aria-label={t('connections.official.test.title')}>
      <div className={styles.line}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlugConnected size={16} stroke={1.7} />}
          loading={test.isPending}
          disabled={isUnsaved}
          onClick={() => test.mutate()}
        >
          {t(`connections.official.test.${test.data ? 'again' : 'action'}`)}
        </Button>
        {isUnsaved && <small className={styles.quiet}>{t('connections.official.test.unsaved')}</small>}
      </div>
      <div role="status">
        {test.data && (
          <ol className={styles.steps} aria-label={t('connections.official.test.title')}>
            {test.data.steps.map((step) => (
              <Step key={step.step} step={step} />
            ))}
          </ol>
        )}
      </div>
    </section>
  )
}

const tones: Record<NumberTestStep['outcome'], Tone> = { ok: 'good', failed: 'bad', waiting: 'warn' }

function Step({ step: { step, outcome, reason, detail } }: { step: NumberTestStep }) {
  const { t } = useTranslation()
  const shown = useDetail(step, detail)
  return (
    <li className={styles.step}>
      <b>{t(`connections.official.test.steps.${step}`)}</b>
      <Status tone={outcome === 'waiting' && !reason ? 'quiet' : tones[outcome]}>
        {t(`connections.official.test.outcomes.${outcome}`)}
      </Status>
      {(reason || shown) && (
        <small className={styles.quiet}>
          {[reason && t(`connections.official.test.reasons.${reason}`), shown].filter(Boolean).join(' ')}
        </small>
      )}
    </li>
  )
}

/** Meta's own words; of times what people read. */
function useDetail(step: NumberTestStep['step'], detail: string | undefined): string | undefined {
  const { t } = useTranslation()
  const format = useFormat()
  if (detail === undefined) return undefined
  if (step === 'expiry') return t('connections.official.tokenEnds', { date: format.dateTime(detail) })
  return step === 'webhook' ? format.dateTime(detail) : detail
}
