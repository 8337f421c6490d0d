import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../lib/api-error.ts'
import { refreshSession } from '../../lib/api.ts'
import { Failure } from '../../ui/states/failure.tsx'
import styles from './starting.module.css'

/** Asks the server who has the token that is stored. */
export const sessionStart = queryOptions({
  queryKey: ['session'],
  queryFn: () => refreshSession().then(() => true),
  retry: 1,
  gcTime: 0,
  // An ended session shows the login screen without an error.
  meta: { handles: 'all' },
})

/** A token is stored from an earlier visit: asks the server for its user (docs/requirements/service.md, section 7). */
export function Starting() {
  const { t } = useTranslation()
  const start = useQuery(sessionStart)

  return (
    <main className={styles.page}>
      {start.isError && (
        <Failure title={t('session.startFailed')} onRetry={() => void start.refetch()} isRetrying={start.isFetching}>
          {t(`session.startFailedBy.${causeOf(start.error)}`)}
        </Failure>
      )}
    </main>
  )
}
