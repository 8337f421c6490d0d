import { useTranslation } from 'react-i18next'
import { type GivenRating, faceOf } from '../../lib/text/rating-face.ts'
import styles from './rating.module.css'

/** A rating as a face, with the number that the customer gave and the best on their scale. */
export function Rating({ rating, className = '' }: { rating: GivenRating; className?: string | undefined }) {
  const { t } = useTranslation()
  const { rate, best } = rating
  const { step, face } = faceOf(rating)
  const label = t('tickets.rating.label', { word: t(`tickets.rating.${step}`), rate, best })
  return (
    <span className={`${styles.rating} ${className}`} role="img" aria-label={label} title={label}>
      {face}
      <span className="figures">
        {rate}/{best}
      </span>
    </span>
  )
}
