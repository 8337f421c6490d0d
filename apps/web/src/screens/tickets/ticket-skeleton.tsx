import { useTranslation } from 'react-i18next'
import { BubbleSkeletons } from '../../ui/states/skeletons.tsx'
import styles from './tickets-screen.module.css'

/** Where a conversation will be. */
export function TicketSkeleton() {
  const { t } = useTranslation()
  return (
    <section className={styles.missing} aria-label={t('tickets.title')}>
      <BubbleSkeletons label={t('messages.loading')} />
    </section>
  )
}
