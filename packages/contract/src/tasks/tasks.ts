import { z } from 'zod'
import { endpoint } from '../shared/call.ts'
import { Done, Flag, IdParams, changeOf, cleanLine } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { Timestamps } from '../shared/refs.ts'

/** An entry of a user's own to-do list. Nobody else sees it. */
export const TaskView = z.object({
  id: z.number(),
  text: z.string(),
  done: z.boolean(),
  ...Timestamps,
})
export type TaskView = z.output<typeof TaskView>

export const TaskBody = z.object({
  text: z.string('required').overwrite(cleanLine).min(1, 'required').max(limits.taskText, 'tooLong'),
  done: Flag.default(false),
})

export const taskCalls = {
  listTasks: endpoint({
    method: 'GET',
    path: '/tasks',
    summary: "One's own tasks, the newest first",
    access: 'user',
    feature: 'none',
    answer: z.array(TaskView),
  }),
  createTask: endpoint({
    method: 'POST',
    path: '/tasks',
    summary: 'A new task of the caller',
    access: 'user',
    feature: 'none',
    body: TaskBody,
    answer: TaskView,
  }),
  updateTask: endpoint({
    method: 'PUT',
    path: '/tasks/:id',
    summary: "Change one's own task, or mark it as done",
    access: 'user',
    feature: 'none',
    params: IdParams,
    body: changeOf(TaskBody),
    answer: TaskView,
  }),
  deleteTask: endpoint({
    method: 'DELETE',
    path: '/tasks/:id',
    summary: "Remove one's own task",
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
} as const
