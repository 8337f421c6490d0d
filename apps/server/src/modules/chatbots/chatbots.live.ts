import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { presentOption } from './chatbots.presenter.ts'
import { type OptionRow, findOptions } from './chatbots.repository.ts'

type Kinds = 'option.saved' | 'option.deleted'

export function chatbotsLive({ units, publisher }: Deps): void {
  publisher.present<Kinds>(['option.saved', 'option.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.optionId)
    const options = await units.read({ kind: 'system', companyId }, (ctx) => findOptions(ctx, ids))
    const byId = new Map(options.map((option) => [option.id, option]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, byId.get(fact.ids.optionId)))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids: { optionId } }: NumberedFact<Kinds>,
  option: OptionRow | undefined,
): Emission[] {
  const target = { companyId, event: 'option', rooms: [rooms.admins(companyId)], masked: 'same' } as const
  if (kind === 'option.deleted') return [{ ...target, payload: { action: 'delete', chatbotId: optionId, seq } }]
  // It was deleted meanwhile, which has a fact of its own.
  if (!option) return []
  return [{ ...target, payload: { action: 'update', chatbot: presentOption(option), seq } }]
}
