import type { HelpView } from '@guiche/contract'
import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { HelpCard } from './help-card.tsx'
import styles from './helps.module.css'

interface Props {
  /** Undefined while they are loaded. */
  helps: HelpView[] | undefined
  onPlay: (help: HelpView) => void
}

export function HelpGrid({ helps, onPlay }: Props) {
  const { t } = useTranslation()
  if (!helps) {
    return (
      <div className={styles.grid} role="status" aria-busy aria-label={t('ui.loading')}>
        {Array.from({ length: 6 }, (_, index) => (
          <div key={index} className={styles.card}>
            <Skeleton className={styles.tile} />
            <Skeleton width="70%" height={14} />
            <Skeleton width="90%" height={12} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul className={styles.grid} aria-label={t('helps.title')}>
      {helps.map((help) => (
        <li key={help.id}>
          <HelpCard help={help} onPlay={() => onPlay(help)} />
        </li>
      ))}
    </ul>
  )
}
