import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './message.module.css'

/** There was no answer, or the server refused. */
export type Cause = 'noAnswer' | 'refused'

interface Common {
  title?: string
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
}

/** The reason and what was kept: a specific text, or a general one by cause. */
type Props = Common & ({ cause: Cause; children?: undefined } | { cause?: undefined; children: ReactNode })

/** Says what failed, why, and what was kept, and offers to retry. */
export function Failure({ title, cause, children, onRetry, isRetrying = false }: Props) {
  const { t } = useTranslation()
  return (
    <div className={styles.message} role="alert">
      <IconCloudOff size={32} stroke={1.3} aria-hidden />
      <h2>{title ?? t('ui.failure.title')}</h2>
      <p>{cause ? t(`ui.failure.${cause}`) : children}</p>
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
