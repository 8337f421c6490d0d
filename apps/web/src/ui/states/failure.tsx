import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './message.module.css'

/** Nobody answered, or the server did and would not. */
export type Cause = 'noAnswer' | 'refused'

interface Common {
  title?: string
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
}

/** Why, and what was kept: in words of one's own, or in those for everything. */
type Props = Common & ({ cause: Cause; children?: undefined } | { cause?: undefined; children: ReactNode })

/** What failed, why, what was kept, and the way to try again. */
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
