import { useTranslation } from 'react-i18next'
import styles from './ticket-row.module.css'

const faces = ['😡', '🙁', '😐', '🙂', '😍']

/** A rating from 1 to 5 as a face, with a text for screen readers. */
export function Rating({ rate }: { rate: number }) {
  const { t } = useTranslation()
  const step = Math.min(5, Math.max(1, Math.round(rate)))
  const label = t('tickets.rating.label', { word: t(`tickets.rating.${step}`) })
  return (
    <span className={styles.rating} role="img" aria-label={label} title={label}>
      {faces[step - 1]}
    </span>
  )
}
