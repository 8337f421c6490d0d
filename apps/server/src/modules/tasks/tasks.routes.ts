import type { Deps } from '#platform/deps'
import { deleteTask } from './delete-task.ts'
import { createTask, updateTask } from './save-task.ts'
import { presentTask } from './tasks.presenter.ts'
import { listTasks } from './tasks.repository.ts'

export function tasksRoutes({ routes }: Deps): void {
  routes.handle('listTasks', async ({ read }) => (await read(listTasks)).map(presentTask))

  routes.handle('createTask', async ({ body, run }) => presentTask(await run((ctx) => createTask(ctx, body))))

  routes.handle('updateTask', async ({ params, body, run }) =>
    presentTask(await run((ctx) => updateTask(ctx, params.id, body))),
  )

  routes.handle('deleteTask', async ({ params, run }) => {
    await run((ctx) => deleteTask(ctx, params.id))
    return { message: 'Task deleted' }
  })
}
