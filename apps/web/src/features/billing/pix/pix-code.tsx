import type { ChargeView } from '@guiche/contract'
import { Alert, Button, Loader } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { clockText } from '../../../lib/text/clock-text.ts'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { useCountdown } from '../../../ui/use-countdown.ts'
import styles from './pix.module.css'

const QrPicture = lazy(() => import('./qr-picture.tsx').then(({ QrPicture: component }) => ({ default: component })))

/** A code for a payment. */
export interface Answer {
  charge: ChargeView
  /** When it arrived, in ms. */
  at: number
}

interface Props {
  answer: Answer
  isRenewing: boolean
  refusal: string | null
  onRenew: () => void
}

/** The code as picture and as text, its amount, and how long it can be paid. After that a new one is asked for. */
export function PixCode({ answer: { charge }, isRenewing, refusal, onRenew }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const left = useCountdown(charge.secondsLeft, charge.txid)
  const hasRunOut = left === 0
  const renew = useEffectEvent(onRenew)
  useEffect(() => {
    // Nobody looks at a hidden window, and each code is a charge at the provider.
    if (hasRunOut && document.visibilityState === 'visible') renew()
  }, [hasRunOut])
  const code = charge.qrcode.qrcode

  return (
    <div className={styles.columns}>
      <div className={styles.words}>
        <p role="status">{t('billing.pix.waiting')}</p>
        <dl className={styles.amount}>
          <dt>{t('billing.value')}</dt>
          <dd>{format.money(charge.valor.original)}</dd>
        </dl>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{t(`billing.pix.steps.${step}`)}</li>
          ))}
        </ol>
        {!hasRunOut && <CopyField label={t('billing.pix.copyText')} value={code} />}
        {refusal && !isRenewing && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
      </div>
      <div>
        <div className={styles.code} data-is-empty={hasRunOut || undefined}>
          {hasRunOut ? (
            <Button loading={isRenewing} onClick={onRenew}>
              {t('billing.pix.renew')}
            </Button>
          ) : (
            <Suspense fallback={<Loader aria-label={t('ui.loading')} />}>
              <QrPicture code={code} title={t('billing.pix.code')} />
            </Suspense>
          )}
        </div>
        <p className={styles.state}>
          {hasRunOut ? (
            <span role="status">{t('billing.pix.ranOut')}</span>
          ) : (
            t('billing.pix.validFor', { time: clockText(left) })
          )}
        </p>
      </div>
    </div>
  )
}

const steps = ['open', 'scan', 'confirm'] as const
