import { type CampaignView, limits } from '@guiche/contract'

/** `texts`: a stopped campaign can say something else to those whom it has not reached. */
export type Editable = 'all' | 'texts' | 'nothing'

/** The server decides by its own clock. */
export function editableOf(
  { status, scheduledAt }: Pick<CampaignView, 'status' | 'scheduledAt'>,
  now: number,
): Editable {
  if (status === 'CANCELADA') return 'texts'
  if (status === 'INATIVA') return 'all'
  const isFarAhead = scheduledAt !== null && Date.parse(scheduledAt) - now > limits.campaignFixed
  return status === 'PROGRAMADA' && isFarAhead ? 'all' : 'nothing'
}
