import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Failure } from '../ui/states/failure.tsx'

/** Shown in place of a screen that failed to render or to load; the rest of the page keeps working. */
export function Crash({ reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  return (
    <Failure title={t('shell.crash.title')} onRetry={() => (isOffline() ? reset() : location.reload())}>
      {t('shell.crash.text')}
    </Failure>
  )
}

const isOffline = () => !navigator.onLine
