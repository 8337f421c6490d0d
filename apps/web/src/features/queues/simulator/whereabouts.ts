import type { SimulatedStep } from '@guiche/contract'
import { useTranslation } from 'react-i18next'

/** Where the conversation is after a step, as a sentence. */
export function useWhereabouts(): (step: SimulatedStep) => string {
  const { t } = useTranslation()
  return ({ status, queue, user, place, asked }) => {
    const values = { queue: queue?.name ?? t('ui.noQueue'), user: user?.name }
    if (status === 'closed') return t('queues.simulator.at.closed')
    if (user) return t('queues.simulator.at.user', values)
    if (asked) return t(`queues.simulator.at.${asked.kind}`)
    switch (place.at) {
      case 'consent':
        return t('queues.simulator.at.consent')
      case 'queues':
        return t('queues.simulator.at.queues')
      case 'menu':
        return t('queues.simulator.at.menu', values)
      case 'start':
      case 'done':
        return t('queues.simulator.at.waiting', values)
    }
  }
}
