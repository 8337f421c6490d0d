import type { AnswererState } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Status } from '../../ui/marks/status.tsx'

/** Whether the service is asked. Undefined: nobody has asked it yet. */
export function AnswererStatus({ state: answerer }: { state: AnswererState | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!answerer || (answerer.state === 'closed' && answerer.failures === 0))
    return <Status tone="good">{t('queue-integrations.states.ready')}</Status>
  const reason = answerer.failure ? t(`tickets.exchanges.reasons.${answerer.failure}`) : ''
  if (answerer.state === 'closed')
    return <Status tone="warn">{t('queue-integrations.states.failing', { count: answerer.failures, reason })}</Status>
  if (answerer.state === 'trying' || !answerer.openUntil)
    return <Status tone="warn">{t('queue-integrations.states.trying', { reason })}</Status>
  return (
    <Status tone="bad">{t('queue-integrations.states.open', { reason, time: format.time(answerer.openUntil) })}</Status>
  )
}
