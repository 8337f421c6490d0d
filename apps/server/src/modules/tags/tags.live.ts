import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { presentTag } from './tags.presenter.ts'
import { type TagRow, findTags } from './tags.repository.ts'

type Kinds = 'tag.saved' | 'tag.deleted'

export function tagsLive({ units, publisher }: Deps): void {
  publisher.present<Kinds>(['tag.saved', 'tag.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.tagId)
    const tags = await units.read({ kind: 'system', companyId }, (ctx) => findTags(ctx, ids))
    const byId = new Map(tags.map((tag) => [tag.id, tag]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, byId.get(fact.ids.tagId)))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids: { tagId } }: NumberedFact<Kinds>,
  tag: TagRow | undefined,
): Emission[] {
  const target = { companyId, event: 'tag', rooms: [rooms.company(companyId)], masked: 'same' } as const
  if (kind === 'tag.deleted') return [{ ...target, payload: { action: 'delete', tagId, seq } }]
  // It was deleted meanwhile, which has a fact of its own.
  if (!tag) return []
  return [{ ...target, payload: { action: 'update', tag: presentTag(tag), seq } }]
}
