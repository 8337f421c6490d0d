import type { TicketBrief } from '@guiche/contract'
import type { TFunction } from 'i18next'

type Transferred = Pick<TicketBrief, 'transfer' | 'userId' | 'queue'>

/** Who has transferred a ticket, to whom, and the note that came with it. */
export function transferText(ticket: Transferred, meId: number, t: TFunction): string {
  const note = ticket.transfer?.note ?? ''
  const said = saidOf(ticket, meId, t)
  return note === '' ? said : `${said}: ${note}`
}

function saidOf({ transfer, userId, queue }: Transferred, meId: number, t: TFunction): string {
  const name = transfer?.by?.name
  if (userId === meId) return name ? t('shell.transferred.toYouBy', { name }) : t('shell.transferred.toYou')
  const to = { queue: queue?.name ?? '' }
  return name ? t('shell.transferred.toQueueBy', { name, ...to }) : t('shell.transferred.toQueue', to)
}
