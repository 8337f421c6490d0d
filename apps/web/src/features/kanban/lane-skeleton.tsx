import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './kanban.module.css'

/** Placeholders for cards in their real height. */
export function LaneSkeleton({ cards = 3 }: { cards?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy aria-label={t('ui.loading')} className={styles.skeletons}>
      {Array.from({ length: cards }, (_, index) => (
        <Skeleton key={index} height={84} radius="md" />
      ))}
    </div>
  )
}
