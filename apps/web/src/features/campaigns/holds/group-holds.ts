import type { CampaignView, HoldReason } from '@guiche/contract'

export type Held = Pick<CampaignView, 'whatsapps' | 'holds'>

export interface HoldGroup {
  reason: HoldReason
  until: string | null
  whatsappIds: number[]
  /** Which connections do not send; empty: all of the campaign, so nobody needs their names. */
  names: string[]
}

/** Connections that are held for one reason until one time, together. */
export function groupHolds({ whatsapps, holds }: Held): HoldGroup[] {
  const groups = Map.groupBy(holds, ({ reason, until }) => `${reason} ${until ?? ''}`)
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike
    if (!first) return []
    const { reason, until } = first
    const whatsappIds = alike.map(({ whatsappId }) => whatsappId)
    const names = whatsapps.filter(({ id }) => whatsappIds.includes(id)).map(({ name }) => name)
    return [{ reason, until, whatsappIds, names: alike.length < whatsapps.length ? names : [] }]
  })
}
