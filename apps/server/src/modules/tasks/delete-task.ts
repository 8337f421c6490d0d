import type { UserCtx } from '#platform/context'
import { notFound } from '#platform/errors'
import { removeTask } from './tasks.repository.ts'

export async function deleteTask(ctx: UserCtx, id: number): Promise<void> {
  if (!(await removeTask(ctx, id))) throw notFound('ERR_NO_TASK_FOUND')
  ctx.emit('task.deleted', { taskId: id, userId: ctx.actor.userId })
}
