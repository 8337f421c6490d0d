import type { TicketLogView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'

/** An entry of the log as a sentence. A transfer says who received it, where that is known. */
export function useLogText(): (entry: TicketLogView, receiver?: TicketLogView) => string {
  const { t } = useTranslation()
  return ({ type, user, queue }, receiver) => {
    const who = user?.name ?? t('tickets.log.nobody')
    const where = receiver?.queue?.name ?? queue?.name
    const values = { user: who, queue: where ?? t('ui.noQueue'), receiver: receiver?.user?.name }
    if (receiver?.user) return t('tickets.log.transferedTo', values)
    if (type === 'closed' && !user) return t('tickets.log.closedAlone')
    if (type === 'create' && !user) return t('tickets.log.createdAlone')
    return t(`tickets.log.${type}`, values)
  }
}
