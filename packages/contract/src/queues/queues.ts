import { z } from 'zod'
import { OptionItems, OptionView } from '../chatbots/chatbots.ts'
import { endpoint } from '../shared/call.ts'
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
  ScheduleEntry,
  Schedules,
  changeOf,
} from '../shared/fields.ts'
import { QueueRef, Timestamps } from '../shared/refs.ts'

export const QueueView = QueueRef.extend({
  companyId: z.number(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  orderQueue: z.number().nullable(),
  ativarRoteador: z.boolean(),
  /** In minutes. */
  tempoRoteador: z.number(),
  schedules: z.array(ScheduleEntry),
  integrationId: z.number().nullable(),
  fileListId: z.number().nullable(),
  promptId: z.number().nullable(),
  closeTicket: z.boolean(),
  /** The first level of its menu. */
  chatbots: z.array(OptionView),
  ...Timestamps,
})
export type QueueView = z.output<typeof QueueView>

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
  /** The first level of its menu. If they are sent, those that are missing are removed. */
  chatbots: OptionItems.optional(),
})

export const queueCalls = {
  listQueues: endpoint({
    method: 'GET',
    path: '/queue',
    summary: 'Queues in their order',
    access: 'user',
    feature: 'none',
    query: z.object({ companyId: Id.optional() }),
    answer: z.array(QueueView),
  }),
  getQueue: endpoint({
    method: 'GET',
    path: '/queue/:id',
    summary: 'One queue',
    access: 'user',
    feature: 'none',
    params: IdParams,
    answer: QueueView,
  }),
  createQueue: endpoint({
    method: 'POST',
    path: '/queue',
    summary: 'A new queue',
    access: 'admin',
    feature: 'none',
    body: QueueBody,
    answer: QueueView,
  }),
  updateQueue: endpoint({
    method: 'PUT',
    path: '/queue/:id',
    summary: 'Change a queue',
    access: 'admin',
    feature: 'none',
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
    feature: 'none',
    params: IdParams,
    answer: z.object({}),
  }),
} as const
