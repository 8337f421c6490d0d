import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Failure } from '../ui/states/failure.tsx'

/** A screen that could not be drawn, or whose file could not be fetched; the rest of the page goes on. */
export function Crash({ reset }: ErrorComponentProps) {
  const { t } = useTranslation()
  return (
    <Failure title={t('shell.crash.title')} onRetry={() => (isOffline() ? reset() : location.reload())}>
      {t('shell.crash.text')}
    </Failure>
  )
}

const isOffline = () => !navigator.onLine
