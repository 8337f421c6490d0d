import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { presentPrompt } from './prompts.presenter.ts'
import { type PromptRow, findPrompts } from './prompts.repository.ts'

type Kinds = 'prompt.saved' | 'prompt.deleted'

export function promptsLive({ units, publisher }: Deps): void {
  publisher.present<Kinds>(['prompt.saved', 'prompt.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.promptId)
    const rows = await units.read({ kind: 'system', companyId }, (ctx) => findPrompts(ctx, ids))
    const byId = new Map(rows.map((row) => [row.id, row]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, byId.get(fact.ids.promptId)))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids: { promptId } }: NumberedFact<Kinds>,
  row: PromptRow | undefined,
): Emission[] {
  const target = { companyId, event: 'prompt', rooms: [rooms.admins(companyId)], masked: 'same' } as const
  if (kind === 'prompt.deleted')
    return [{ ...target, payload: { action: 'delete', promptId, intelligenceId: promptId, seq } }]
  // It was deleted meanwhile, which has a fact of its own.
  if (!row) return []
  return [{ ...target, payload: { action: 'update', prompt: presentPrompt(row), seq } }]
}
