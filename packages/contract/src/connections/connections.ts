import { z } from 'zod'
import { Channel } from './channels.ts'
import { ConnectionView } from './connection-view.ts'
import { OptionalImportDate } from '../imports/imports.ts'
import { endpoint } from '../shared/call.ts'
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
} from '../shared/fields.ts'
import { WebChatSettings } from '../web-chat/web-chat-settings.ts'

/** Everything that the connection dialog saves. Fields that a channel does not use are ignored. */
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
  /** Asks why, after the rating. Empty: nobody is asked. */
  ratingCommentMessage: OptionalText,
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
  /** The token of the voice call service; empty: no calls. A masked token leaves the stored one as it is. */
  wavoip: z.string().trim().max(200, 'tooLong').nullish(),
  /** Answers all customers who are with nobody. */
  integrationId: OptionalId.default(null),
  /** Answers customers who are in no queue. */
  promptId: OptionalId.default(null),
  /** Messages from this time on are imported once the phone is linked; null: no import. */
  importOldMessages: OptionalImportDate,
  importRecentMessages: OptionalImportDate,
  importOldMessagesGroups: z.boolean().nullish(),
  closedTicketsPostImported: z.boolean().nullish(),
})

const ListQuery = z.object({ session: z.string().max(20).optional(), companyId: Id.optional() })

/** Shown to people after they have proved who they are. */
const ShownToken = z.object({ token: z.string() })
const Proof = z.object({ currentPassword: z.string('required').min(1, 'required').max(1024, 'tooLong') })

const GreetingFileAnswer = z.object({ mensagem: z.string(), record: ConnectionView })

export const connectionCalls = {
  listConnections: endpoint({
    method: 'GET',
    path: '/whatsapp',
    summary: 'Connections of the company',
    access: 'user',
    feature: 'none',
    query: ListQuery,
    answer: z.array(ConnectionView),
  }),
  getConnection: endpoint({
    method: 'GET',
    path: '/whatsapp/:id',
    summary: 'One connection',
    access: 'user',
    feature: 'none',
    params: IdParams,
    query: ListQuery,
    answer: ConnectionView,
  }),
  createConnection: endpoint({
    method: 'POST',
    path: '/whatsapp',
    summary: 'A new connection',
    access: 'connections',
    feature: 'none',
    body: ConnectionBody,
    answer: ConnectionView,
  }),
  updateConnection: endpoint({
    method: 'PUT',
    path: '/whatsapp/:id',
    summary: 'Change a connection',
    access: 'connections',
    feature: 'none',
    params: IdParams,
    body: changeOf(ConnectionBody),
    answer: ConnectionView,
  }),
  deleteConnection: endpoint({
    method: 'DELETE',
    path: '/whatsapp/:id',
    summary: 'Archive a connection',
    access: 'connections',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  showConnectionToken: endpoint({
    method: 'POST',
    path: '/whatsapp/:id/token',
    summary: 'The token of a connection, after a proof by password',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: Proof,
    answer: ShownToken,
  }),
  renewConnectionToken: endpoint({
    method: 'PUT',
    path: '/whatsapp/:id/token',
    summary: 'A new token for a connection, after a proof by password; the old one is not valid any more',
    access: 'admin',
    feature: 'none',
    params: IdParams,
    body: Proof,
    answer: ShownToken,
  }),
  setGreetingFile: endpoint({
    method: 'POST',
    path: '/whatsapp/:id/media-upload',
    summary: 'The file that the greeting is the caption of, instead of the one before',
    access: 'connections',
    feature: 'none',
    params: IdParams,
    form: z.object({ typeArch: z.string().max(20).optional() }),
    answer: GreetingFileAnswer,
  }),
  removeGreetingFile: endpoint({
    method: 'DELETE',
    path: '/whatsapp/:id/media-upload',
    summary: 'Take the file from the greeting',
    access: 'connections',
    feature: 'none',
    params: IdParams,
    answer: GreetingFileAnswer,
  }),
  startSession: endpoint({
    method: 'POST',
    path: '/whatsappsession/:id',
    summary: 'Try again to connect a paired phone',
    access: 'connections',
    feature: 'useWhatsapp',
    params: IdParams,
    answer: Done,
  }),
  renewSession: endpoint({
    method: 'PUT',
    path: '/whatsappsession/:id',
    summary: 'Forget the paired phone and show a new code',
    access: 'connections',
    feature: 'useWhatsapp',
    params: IdParams,
    answer: Done,
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/whatsappsession/:id',
    summary: 'Unlink the paired phone',
    access: 'connections',
    feature: 'none',
    params: IdParams,
    answer: Done,
  }),
  restartSessions: endpoint({
    method: 'POST',
    path: '/whatsapp-restart',
    summary: 'Connect all paired phones of the company anew',
    access: 'connections',
    feature: 'useWhatsapp',
    answer: Done,
  }),
  closeImported: endpoint({
    method: 'POST',
    path: '/closedimported/:id',
    summary: 'Close the waiting tickets that an import of old messages has made',
    access: 'connections',
    feature: 'none',
    params: IdParams,
    answer: z.literal('whatsapp'),
  }),
} as const
