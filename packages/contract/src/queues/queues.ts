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
  orderQueue: z.number(),
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
  /** Without one a new queue is the last, and another stays where it is. */
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

const Named = z.object({ id: z.number(), name: z.string() })

/** What uses a queue: deleting it takes it from all of them. */
const QueueUses = z.object({
  /** Connections that offer it. */
  connections: z.array(Named),
  /** Connections that send waiting tickets to it. */
  redirects: z.array(Named),
  users: z.array(Named),
  /** Options in menus of other queues that lead to it. */
  options: z.array(Named.extend({ queue: Named })),
  tickets: z.object({ open: z.number(), waiting: z.number() }),
})
export type QueueUses = z.output<typeof QueueUses>

const isEachOnce = (ids: readonly number[]) => new Set(ids).size === ids.length

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
  orderQueues: endpoint({
    method: 'PUT',
    path: '/queue/order',
    summary: 'Put the queues into an order: all of them, each once',
    access: 'admin',
    feature: 'none',
    body: z.object({ queueIds: z.array(Id).min(1).max(1000).refine(isEachOnce, 'twice') }),
    answer: z.array(QueueView),
  }),
  queueUses: endpoint({
    method: 'GET',
    path: '/queue/:id/uses',
    summary: 'What uses a queue',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    answer: QueueUses,
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
