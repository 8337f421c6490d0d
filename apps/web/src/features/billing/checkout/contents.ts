import type { TFunction } from 'i18next'
import type { Offer } from './checkout-values.ts'

/** What is included, such as "3 atendentes · 2 conexões WhatsApp · 1 fila". */
export const contentsOf = ({ users, connections, queues }: Offer, t: TFunction): string =>
  [
    t('billing.checkout.attendants', { count: users }),
    t('billing.checkout.whatsapps', { count: connections }),
    t('billing.checkout.queues', { count: queues }),
  ].join(' · ')
