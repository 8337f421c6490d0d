import type { QuickMessageEvent } from '@guiche/contract'
import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import type { MediaLinks } from '#modules/media'
import { presentQuickMessage } from './quick-messages.presenter.ts'
import { seesQuickMessage } from './quick-messages.policy.ts'
import { type QuickMessageRow, findQuickMessages } from './quick-messages.repository.ts'

type Kinds = 'quickMessage.saved' | 'quickMessage.deleted'

export function quickMessagesLive({ units, publisher }: Deps, links: MediaLinks): void {
  publisher.present<Kinds>(['quickMessage.saved', 'quickMessage.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.quickMessageId)
    const found = await units.read({ kind: 'system', companyId }, (ctx) => findQuickMessages(ctx, ids))
    const byId = new Map(found.map((row) => [row.id, row]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, { row: byId.get(fact.ids.quickMessageId), links }))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids }: NumberedFact<Kinds>,
  { row, links }: { row: QuickMessageRow | undefined; links: MediaLinks },
): Emission[] {
  const everybody = [rooms.company(companyId)]
  const gone: QuickMessageEvent = { action: 'delete', id: ids.quickMessageId, seq }
  if (kind === 'quickMessage.deleted') return emissions({ companyId, rooms: everybody, payload: gone })
  // It was deleted meanwhile, which has a fact of its own.
  if (!row) return []
  const payload: QuickMessageEvent = { action: 'update', record: presentQuickMessage(row, links), seq }
  if (row.is_general) return emissions({ companyId, rooms: everybody, payload })
  if ('wasGeneral' in ids && ids.wasGeneral)
    return emissions({
      companyId,
      rooms: everybody,
      payload,
      instead: { payload: gone, unless: (actor) => seesQuickMessage(actor, row) },
    })
  return emissions({ companyId, rooms: [rooms.user(companyId, row.user_id), rooms.managers(companyId)], payload })
}

/** Under both names: that of our browser, and that of existing clients. */
function emissions(event: Omit<Emission<'quickMessage'>, 'event' | 'masked'>): Emission[] {
  return [
    { ...event, event: 'quickMessage', masked: 'same' },
    { ...event, event: 'quickMessageToo', masked: 'same' },
  ]
}
