import { z } from 'zod'
import { endpoint } from './call.ts'
import {
  Done,
  Id,
  IdParams,
  Name,
  OptionalCount,
  OptionalId,
  OptionalText,
  Schedules,
  Switch,
  changeOf,
} from './fields.ts'
import { Channel, ConnectionView, WebChatSettings } from './views.ts'

/** Everything a connection dialog saves; what a channel has no use for is kept and ignored. */
export const ConnectionBody = z.object({
  name: Name,
  channel: Channel.default('whatsapp'),
  isDefault: z.boolean().default(false),
  token: z.string().max(64).nullish(),
  greetingMessage: OptionalText,
  farewellMessage: OptionalText,
  complationMessage: OptionalText,
  outOfHoursMessage: OptionalText,
  ratingMessage: OptionalText,
  maxUseBotQueues: OptionalCount.default(3),
  maxUseBotQueuesNPS: OptionalCount.default(3),
  timeUseBotQueues: OptionalCount.default(0),
  expiresTicket: OptionalCount.default(0),
  expiresTicketNPS: OptionalCount.default(0),
  whenExpiresTicket: z.union([z.enum(['', '0', '1']), z.literal([0, 1]).transform(String)]).default('0'),
  expiresInactiveMessage: OptionalText,
  timeInactiveMessage: OptionalCount.default(0),
  inactiveMessage: OptionalText,
  timeSendQueue: OptionalCount.default(0),
  sendIdQueue: OptionalId.default(null),
  timeCreateNewTicket: OptionalCount.default(0),
  allowGroup: z.boolean().default(false),
  groupAsTicket: Switch.default('disabled'),
  schedules: Schedules.default([]),
  queueIds: z.array(Id).max(500).default([]),
  webChat: WebChatSettings.nullish(),
})

const ListQuery = z.object({ session: z.string().max(20).optional(), companyId: Id.optional() })

export const connectionCalls = {
  listConnections: endpoint({
    method: 'GET',
    path: '/whatsapp',
    summary: 'Connections of the company',
    access: 'user',
    query: ListQuery,
    answer: z.array(ConnectionView),
  }),
  getConnection: endpoint({
    method: 'GET',
    path: '/whatsapp/:id',
    summary: 'One connection',
    access: 'user',
    params: IdParams,
    query: ListQuery,
    answer: ConnectionView,
  }),
  createConnection: endpoint({
    method: 'POST',
    path: '/whatsapp',
    summary: 'A new connection',
    access: 'connections',
    body: ConnectionBody,
    answer: ConnectionView,
  }),
  updateConnection: endpoint({
    method: 'PUT',
    path: '/whatsapp/:id',
    summary: 'Change a connection',
    access: 'connections',
    params: IdParams,
    body: changeOf(ConnectionBody),
    answer: ConnectionView,
  }),
  deleteConnection: endpoint({
    method: 'DELETE',
    path: '/whatsapp/:id',
    summary: 'Archive a connection',
    access: 'connections',
    params: IdParams,
    answer: Done,
  }),
} as const
