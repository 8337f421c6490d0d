import type { BotDecision, TicketLogView } from '@guiche/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../format.ts'

/** What the sentence of a log entry says; also that of a simulated one. */
type Logged = Pick<TicketLogView, 'type' | 'user' | 'queue' | 'decision'> & Partial<Pick<TicketLogView, 'recovered'>>

/** A log entry as a sentence. A transfer names its receiver, if known. */
export function useLogText(): (entry: Logged, receiver?: Logged) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const why = useWhy()
  return ({ type, user, queue, recovered, decision }, receiver) => {
    const who = user?.name ?? t('tickets.log.nobody')
    const where = receiver?.queue?.name ?? queue?.name
    const values = { user: who, queue: where ?? t('ui.noQueue'), receiver: receiver?.user?.name }
    if (receiver?.user) return t('tickets.log.transferedTo', values)
    if (type === 'closed' && !user) return t('tickets.log.closedAlone')
    if (type === 'reopen' && !user) return t('tickets.log.reopenedAlone')
    if (type === 'create' && !user) return t('tickets.log.createdAlone')
    if (recovered?.isGap) return t('tickets.log.found', { count: recovered.count })
    if (recovered) return t('tickets.log.recovered', { count: recovered.count, ...format.span(recovered) })
    return [t(`tickets.log.${type}`, values), ...why(decision)].join(' · ')
  }
}

/** What the bot has answered to, and why so. */
function useWhy(): (decision: BotDecision | null) => string[] {
  const { t } = useTranslation()
  return (decision) => {
    if (!decision) return []
    const { optionName: name, answer, reason } = decision
    return [
      ...(name === undefined ? [] : [t('tickets.log.decision.option', { name })]),
      ...(answer === undefined ? [] : [t('tickets.log.decision.answer', { answer })]),
      ...(reason === undefined ? [] : [t(`tickets.log.decision.${reason}`)]),
    ]
  }
}
