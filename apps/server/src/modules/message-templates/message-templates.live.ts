import type { Deps } from '#platform/deps'
import type { NumberedFact } from '#platform/facts'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import type { MediaLinks } from '#modules/media'
import { presentTemplate } from './message-templates.presenter.ts'
import { type TemplateRow, findTemplates } from './message-templates.repository.ts'

type Kinds = 'messageTemplate.saved' | 'messageTemplate.deleted'

export function messageTemplatesLive({ units, publisher }: Deps, links: MediaLinks): void {
  publisher.present<Kinds>(['messageTemplate.saved', 'messageTemplate.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.templateId)
    const rows = await units.read({ kind: 'system', companyId }, (ctx) => findTemplates(ctx, ids))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, { row: byId.get(fact.ids.templateId), links }))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids: { templateId } }: NumberedFact<Kinds>,
  { row, links }: { row: TemplateRow | undefined; links: MediaLinks },
): Emission[] {
  const target = { companyId, event: 'messageTemplate', rooms: [rooms.admins(companyId)], masked: 'same' } as const
  if (kind === 'messageTemplate.deleted') return [{ ...target, payload: { action: 'delete', templateId, seq } }]
  // It was deleted meanwhile, which has a fact of its own.
  if (!row) return []
  return [{ ...target, payload: { action: 'update', template: presentTemplate(row, links), seq } }]
}
