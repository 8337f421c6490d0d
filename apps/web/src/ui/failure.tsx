import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './message.module.css'

interface Props {
  title?: string
  /** Why, and what was kept. */
  children?: ReactNode
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
}

/** What failed, why, what was kept, and the way to try again. */
export function Failure({ title, children, onRetry, isRetrying = false }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.message} role="alert">
      <IconCloudOff size={32} stroke={1.3} aria-hidden />
      <h2>{title ?? t('ui.failure.title')}</h2>
      <p>{children ?? t('ui.failure.text')}</p>
      {onRetry && (
        <div>
          <Button variant="default" onClick={onRetry} loading={isRetrying}>
            {t('ui.failure.retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
