import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { presentTask } from './tasks.presenter.ts'
import { type TaskRow, findTasks } from './tasks.repository.ts'

type Kinds = 'task.saved' | 'task.deleted'

export function tasksLive({ units, publisher }: Deps): void {
  publisher.present<Kinds>(['task.saved', 'task.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.taskId)
    const tasks = await units.read({ kind: 'system', companyId }, (ctx) => findTasks(ctx, ids))
    const byId = new Map(tasks.map((task) => [task.id, task]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, byId.get(fact.ids.taskId)))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids: { taskId, userId } }: NumberedFact<Kinds>,
  task: TaskRow | undefined,
): Emission[] {
  const target = { companyId, event: 'task', rooms: [rooms.user(companyId, userId)], masked: 'same' } as const
  if (kind === 'task.deleted') return [{ ...target, payload: { action: 'delete', taskId, seq } }]
  // It was deleted meanwhile, which has a fact of its own.
  if (!task) return []
  return [{ ...target, payload: { action: 'update', task: presentTask(task), seq } }]
}
