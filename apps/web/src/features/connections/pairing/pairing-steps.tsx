import { useTranslation } from 'react-i18next'
import styles from './qr-dialog.module.css'

const steps = ['open', 'options', 'devices', 'point'] as const

/** What to do on the phone. */
export function PairingSteps() {
  const { t } = useTranslation()
  return (
    <ol className={styles.steps}>
      {steps.map((step) => (
        <li key={step}>{t(`connections.qr.${step}`)}</li>
      ))}
    </ol>
  )
}
