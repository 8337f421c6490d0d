import type { QueueView } from '@guiche/contract'
import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { presentQueues } from './queues.presenter.ts'
import { findQueues } from './queues.repository.ts'

type Kinds = 'queue.saved' | 'queue.deleted'

export function queuesLive({ units, publisher }: Deps): void {
  publisher.present<Kinds>(['queue.saved', 'queue.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.queueId)
    const queues = await units.read({ kind: 'system', companyId }, async (ctx) =>
      presentQueues(ctx, await findQueues(ctx, ids)),
    )
    const byId = new Map(queues.map((queue) => [queue.id, queue]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, byId.get(fact.ids.queueId)))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids: { queueId } }: NumberedFact<Kinds>,
  queue: QueueView | undefined,
): Emission[] {
  const target = { companyId, event: 'queue', rooms: [rooms.company(companyId)], masked: 'same' } as const
  if (kind === 'queue.deleted') return [{ ...target, payload: { action: 'delete', queueId, seq } }]
  // It was deleted meanwhile, which has a fact of its own.
  if (!queue) return []
  return [{ ...target, payload: { action: 'update', queue, seq } }]
}
