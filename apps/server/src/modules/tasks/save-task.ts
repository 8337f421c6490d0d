import type { Api, Parsed } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { type TaskRow, changeTask, insertTask } from './tasks.repository.ts'

export async function createTask(ctx: UserCtx, body: Parsed<Api['createTask']>['body']): Promise<TaskRow> {
  const task = await insertTask(ctx, body)
  if (!task) throw badRequest('ERR_TASK_LIMIT')
  return saved(ctx, task)
}

/** A task of somebody else is answered like one that does not exist. */
export async function updateTask(
  ctx: UserCtx,
  id: number,
  { text, done }: Parsed<Api['updateTask']>['body'],
): Promise<TaskRow> {
  const task = await changeTask(ctx, id, { text, done })
  if (!task) throw notFound('ERR_NO_TASK_FOUND')
  return saved(ctx, task)
}

function saved(ctx: UserCtx, task: TaskRow): TaskRow {
  ctx.emit('task.saved', { taskId: task.id, userId: ctx.actor.userId })
  return task
}
