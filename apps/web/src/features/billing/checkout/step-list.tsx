import { useTranslation } from 'react-i18next'
import styles from './checkout.module.css'
import { type Step, steps } from './checkout-values.ts'

interface Props {
  current: Step
  onChoose: (step: Step) => void
}

export function StepList({ current, onChoose }: Props) {
  const { t } = useTranslation()
  return (
    <ol className={styles.steps} aria-label={t('billing.checkout.steps.title')}>
      {steps.map((step) => (
        <li key={step}>
          <button type="button" aria-current={step === current ? 'step' : undefined} onClick={() => onChoose(step)}>
            {t(`billing.checkout.steps.${step}`)}
          </button>
        </li>
      ))}
    </ol>
  )
}
