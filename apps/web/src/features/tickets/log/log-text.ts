import type { TicketLogView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'

/** A log entry as a sentence. A transfer names its receiver, if known. */
export function useLogText(): (entry: TicketLogView, receiver?: TicketLogView) => string {
  const { t } = useTranslation()
  const format = useFormat()
  return ({ type, user, queue, recovered }, receiver) => {
    const who = user?.name ?? t('tickets.log.nobody')
    const where = receiver?.queue?.name ?? queue?.name
    const values = { user: who, queue: where ?? t('ui.noQueue'), receiver: receiver?.user?.name }
    if (receiver?.user) return t('tickets.log.transferedTo', values)
    if (type === 'closed' && !user) return t('tickets.log.closedAlone')
    if (type === 'reopen' && !user) return t('tickets.log.reopenedAlone')
    if (type === 'create' && !user) return t('tickets.log.createdAlone')
    if (recovered?.isGap) return t('tickets.log.found', { count: recovered.count })
    if (recovered) return t('tickets.log.recovered', { count: recovered.count, ...format.span(recovered) })
    return t(`tickets.log.${type}`, values)
  }
}
