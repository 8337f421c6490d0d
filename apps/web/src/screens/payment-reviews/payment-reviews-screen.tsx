import { useTranslation } from 'react-i18next'
import { ReviewList } from '../../features/billing/reviews/index.ts'
import { useTitle } from '../../lib/browser/title.ts'

/** For the operator. */
export function PaymentReviewsScreen() {
  const { t } = useTranslation()
  useTitle(t('billing.reviews.title'))
  return <ReviewList />
}
