import { useTranslation } from 'react-i18next'
import { BubbleSkeletons } from '../../ui/states/skeletons.tsx'
import styles from './tickets-screen.module.css'

/** The placeholder of a conversation that is being loaded. */
export function TicketSkeleton() {
  const { t } = useTranslation()
  return (
    <section className={styles.missing} aria-label={t('tickets.title')}>
      <BubbleSkeletons label={t('messages.loading')} />
    </section>
  )
}
