import { useTranslation } from 'react-i18next'
import { ApiError, causeOf } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/cache/queries.ts'
import { Failure } from '../../../ui/states/failure.tsx'

/** Why there is no simulation: the draft was refused, which has a reason, or the server gave no answer. */
export function Refused({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
    return <Failure title={t('queues.simulator.failed')} cause={causeOf(error)} onRetry={onRetry} />
  return (
    <Failure title={t('queues.simulator.refused')} onRetry={onRetry}>
      {errorText(error)}
    </Failure>
  )
}
