import { limits } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import type { NumberedFact } from '#platform/facts'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import type { MediaLinks } from '#modules/media'
import { progressOf, readRecords } from './campaigns.presenter.ts'
import { findCampaigns } from './tables/campaigns.repository.ts'
import { listSettings } from './tables/settings.ts'

type Kinds = 'campaign.saved' | 'campaign.deleted'

/** For admins and supervisors while the plan includes campaigns; nobody of them sees masked numbers. */
export function campaignsLive({ units, publisher }: Deps, links: MediaLinks): void {
  const target = (companyId: number) => ({
    companyId,
    rooms: [rooms.feature(companyId, 'useCampaigns')],
    only: ({ profile }: UserActor) => profile !== 'user',
    masked: 'nothing' as const,
  })

  publisher.present<Kinds>(['campaign.saved', 'campaign.deleted'], async (companyId, facts) => {
    const ids = [...new Set(facts.map((fact) => fact.ids.campaignId))]
    const records = await units.read({ kind: 'system', companyId }, async (ctx) =>
      readRecords(ctx, await findCampaigns(ctx, ids), links),
    )
    const wanted = new Set(facts.flatMap((fact) => (isProgress(fact) ? [] : fact.ids.campaignId)))
    const created = new Set(facts.flatMap((fact) => (isNew(fact) ? fact.ids.campaignId : [])))
    return lastOfEach(facts).flatMap(({ kind, number: seq, ids: { campaignId: id } }): Emission[] => {
      const record = records.find((one) => one.id === id)
      if (kind === 'campaign.deleted' || !record)
        return [{ ...target(companyId), event: 'campaign', payload: { action: 'delete', id, seq } }]
      const action = created.has(id) ? 'create' : 'update'
      const isLarge = record.counts.total > limits.campaignShown
      const told = isLarge && !wanted.has(id) ? progressOf(record) : record
      return [{ ...target(companyId), event: 'campaign', payload: { action, record: told, seq } }]
    })
  })

  publisher.present(['campaignSettings.saved'], async (companyId, facts) => {
    const record = await units.read({ kind: 'system', companyId }, listSettings)
    return facts.slice(-1).map(({ number: seq }): Emission => ({
      ...target(companyId),
      event: 'campaignSettings',
      payload: { action: 'create', record, seq },
    }))
  })
}

const isProgress = ({ ids }: NumberedFact<Kinds>): boolean => 'isProgress' in ids
const isNew = ({ ids }: NumberedFact<Kinds>): boolean => 'isNew' in ids

/** An event shows the current state, so it stands for all earlier ones. */
const lastOfEach = (facts: NumberedFact<Kinds>[]): NumberedFact<Kinds>[] => [
  ...new Map(facts.map((fact) => [fact.ids.campaignId, fact])).values(),
]
