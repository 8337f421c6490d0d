import { z } from 'zod'
import { Channel } from './channels.ts'
import { OptionRef } from '../chatbots/chatbots.ts'
import { ImportProgress } from '../imports/imports.ts'
import { ScheduleEntry, Switch } from '../shared/fields.ts'
import { QueueRef, Timestamps } from '../shared/refs.ts'
import { WebChatSettings } from '../web-chat/web-chat-settings.ts'

export const ConnectionStatus = z.enum([
  'qrcode',
  'DISCONNECTED',
  'CONNECTED',
  'PAIRING',
  'TIMEOUT',
  'OPENING',
  'PENDING',
  /** The network demands a passkey to link this account, which a server cannot provide. */
  'PASSKEY',
])

/**
 * Why a session has ended until a person acts. `plan`: until the company's plan includes WhatsApp again. `other_number`: the number
 * of the connection is another one. `number_is_official`: another connection reaches it already. The last five are of pages and
 * accounts.
 */
export const EndReason = z.enum([
  'logged_out',
  'replaced',
  'banned',
  'unsupported',
  'qr_expired',
  'passkey',
  'plan',
  'other_number',
  'number_is_official',
  'token_ended',
  'permission_lost',
  'restricted',
  'app_removed',
  'not_registered',
])

export const ConnectionView = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  channel: Channel,
  status: ConnectionStatus,
  number: z.string(),
  qrcode: z.string(),
  /** How long the code can still be scanned. */
  qrcodeSeconds: z.number(),
  retries: z.number(),
  endReason: EndReason.nullable(),
  /** The phone of an official number is being paired: how far that is. Until it is connected, the number stays official. */
  phoneMove: z
    .object({ state: z.enum(['opening', 'qrcode', 'pairing', 'timeout', 'ended']), reason: EndReason.nullable() })
    .nullable(),
  /** For `number_is_official`: the connection that can be moved to the phone instead. */
  officialId: z.number().nullable(),
  /** What the network forbids the connection to send, and until when. */
  sendingLimit: z
    .object({ scope: z.enum(['everything', 'new_chats', 'campaigns', 'templates']), until: z.string() })
    .nullable(),
  isDefault: z.boolean(),
  provider: z.string(),
  /** The number is reached officially, and the app on a phone has it too. */
  isOnPhone: z.boolean(),
  /** Only its last four characters; for a web chat, whose token is public, all of it. Empty: it has none. */
  token: z.string(),
  greetingMessage: z.string(),
  /** The name of the file that the greeting is the caption of. */
  greetingMediaAttachment: z.string().nullable(),
  farewellMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  ratingCommentMessage: z.string(),
  maxUseBotQueues: z.number(),
  maxUseBotQueuesNPS: z.number(),
  timeUseBotQueues: z.number(),
  expiresTicket: z.number(),
  expiresTicketNPS: z.number(),
  whenExpiresTicket: z.string(),
  expiresInactiveMessage: z.string(),
  timeInactiveMessage: z.number(),
  inactiveMessage: z.string(),
  timeSendQueue: z.number(),
  sendIdQueue: z.number().nullable(),
  timeCreateNewTicket: z.number(),
  allowGroup: z.boolean(),
  groupAsTicket: Switch,
  importOldMessages: z.string().nullable(),
  importRecentMessages: z.string().nullable(),
  importOldMessagesGroups: z.boolean().nullable(),
  closedTicketsPostImported: z.boolean().nullable(),
  statusImportMessages: z.string().nullable(),
  /** Set while old messages are imported. */
  importProgress: ImportProgress.nullable(),
  integrationId: z.number().nullable(),
  promptId: z.number().nullable(),
  prompt: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The token for voice calls: only its last characters. Null: there is none. */
  wavoip: z.string().nullable(),
  schedules: z.array(ScheduleEntry),
  webChat: WebChatSettings.nullable(),
  queues: z.array(
    QueueRef.extend({
      greetingMessage: z.string(),
      integrationId: z.number().nullable(),
      fileListId: z.number().nullable(),
      promptId: z.number().nullable(),
      closeTicket: z.boolean(),
      chatbots: z.array(OptionRef),
    }),
  ),
  ...Timestamps,
})
export type ConnectionView = z.output<typeof ConnectionView>
