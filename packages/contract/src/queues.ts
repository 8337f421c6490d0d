import { z } from 'zod'
import { endpoint } from './call.ts'
import {
  Color,
  Flag,
  Id,
  IdParams,
  Name,
  OptionalCount,
  OptionalId,
  OptionalPosition,
  OptionalText,
  Schedules,
  changeOf,
} from './fields.ts'
import { QueueView } from './views.ts'

export const QueueBody = z.object({
  name: Name,
  color: Color,
  greetingMessage: OptionalText,
  outOfHoursMessage: OptionalText,
  orderQueue: OptionalPosition.default(null),
  tempoRoteador: OptionalCount.default(0),
  ativarRoteador: Flag.default(false),
  closeTicket: Flag.default(false),
  integrationId: OptionalId.default(null),
  fileListId: OptionalId.default(null),
  promptId: OptionalId.default(null),
  schedules: Schedules.default([]),
})

export const queueCalls = {
  listQueues: endpoint({
    method: 'GET',
    path: '/queue',
    summary: 'Queues in their order',
    access: 'user',
    query: z.object({ companyId: Id.optional() }),
    answer: z.array(QueueView),
  }),
  getQueue: endpoint({
    method: 'GET',
    path: '/queue/:id',
    summary: 'One queue',
    access: 'user',
    params: IdParams,
    answer: QueueView,
  }),
  createQueue: endpoint({
    method: 'POST',
    path: '/queue',
    summary: 'A new queue',
    access: 'admin',
    body: QueueBody,
    answer: QueueView,
  }),
  updateQueue: endpoint({
    method: 'PUT',
    path: '/queue/:id',
    summary: 'Change a queue',
    access: 'admin',
    params: IdParams,
    body: changeOf(QueueBody),
    status: 201,
    answer: QueueView,
  }),
  deleteQueue: endpoint({
    method: 'DELETE',
    path: '/queue/:id',
    summary: 'Archive a queue',
    access: 'admin',
    params: IdParams,
    answer: z.object({}),
  }),
} as const
