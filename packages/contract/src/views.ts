import { z } from 'zod'
import { ScheduleEntry, Switch, When } from './fields.ts'
import { ImportProgress } from './imports.ts'

/** What things look like on the wire. Names and shapes are those of the product family's clients. */

const Row = { createdAt: When, updatedAt: When }

export const QueueRef = z.object({ id: z.number(), name: z.string(), color: z.string() })
export type QueueRef = z.output<typeof QueueRef>

export const UserRef = z.object({ id: z.number(), name: z.string() })
export type UserRef = z.output<typeof UserRef>

export const TagRef = z.object({ id: z.number(), name: z.string(), color: z.string(), kanban: z.number() })
export type TagRef = z.output<typeof TagRef>

export const PlanView = z.object({
  id: z.number(),
  name: z.string(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  /** A decimal as text, as existing clients read it. */
  amount: z.string(),
  isPublic: z.boolean(),
  useWhatsapp: z.boolean(),
  useFacebook: z.boolean(),
  useInstagram: z.boolean(),
  useCampaigns: z.boolean(),
  useSchedules: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  useKanban: z.boolean(),
  useOpenAi: z.boolean(),
  useIntegration: z.boolean(),
  /** The same under the name that some clients read. */
  useIntegrations: z.boolean(),
  ...Row,
})
export type PlanView = z.output<typeof PlanView>

export const CompanyView = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  document: z.string(),
  paymentMethod: z.string(),
  status: z.boolean(),
  /** YYYY-MM-DD */
  dueDate: z.string().nullable(),
  recurrence: z.string(),
  lastLogin: When.nullable(),
  planId: z.number(),
  plan: PlanView,
  schedules: z.array(ScheduleEntry),
  timezone: z.string(),
  language: z.string(),
  ...Row,
})
export type CompanyView = z.output<typeof CompanyView>

export const SettingPair = z.object({ key: z.string(), value: z.string() })

export const UserView = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  /** Only to admins and to oneself. */
  email: z.string(),
  profile: z.enum(['admin', 'supervisor', 'user']),
  super: z.boolean(),
  online: z.boolean(),
  /** A file name under /public/company{id}/user/ */
  profileImage: z.string().nullable(),
  color: z.string(),
  wpp: z.string().nullable(),
  language: z.string(),
  startWork: z.string(),
  endWork: z.string(),
  farewellMessage: z.string(),
  allTicket: z.enum(['enable', 'disable']),
  allowGroup: z.boolean(),
  showDashboard: Switch,
  allowRealTime: Switch,
  allowConnections: Switch,
  whatsappId: z.number().nullable(),
  defaultTheme: z.enum(['light', 'dark']),
  defaultMenu: z.enum(['open', 'closed']),
  queues: z.array(QueueRef.extend({ UserQueue: z.object({ userId: z.number(), queueId: z.number() }) })),
  tickets: z.array(z.object({ id: z.number() })),
  ...Row,
})
export type UserView = z.output<typeof UserView>

export const SessionUser = UserView.extend({
  company: z.object({
    id: z.number(),
    name: z.string(),
    dueDate: z.string().nullable(),
    document: z.string(),
    timezone: z.string(),
    plan: PlanView,
    /** One list of all settings as key and value, in a list of its own: where clients of the family look for it. */
    companieSettings: z.array(z.array(SettingPair)),
  }),
})
export type SessionUser = z.output<typeof SessionUser>

export const QueueView = QueueRef.extend({
  companyId: z.number(),
  greetingMessage: z.string(),
  outOfHoursMessage: z.string(),
  orderQueue: z.number().nullable(),
  ativarRoteador: z.boolean(),
  /** minutes */
  tempoRoteador: z.number(),
  schedules: z.array(ScheduleEntry),
  integrationId: z.number().nullable(),
  fileListId: z.number().nullable(),
  promptId: z.number().nullable(),
  closeTicket: z.boolean(),
  chatbots: z.array(
    z.object({ id: z.number(), name: z.string(), greetingMessage: z.string().nullable(), closeTicket: z.boolean() }),
  ),
  ...Row,
})
export type QueueView = z.output<typeof QueueView>

export const channels = ['whatsapp', 'facebook', 'instagram', 'webchat'] as const
export const Channel = z.enum(channels)
export type Channel = z.output<typeof Channel>

export const ConnectionStatus = z.enum([
  'qrcode',
  'DISCONNECTED',
  'CONNECTED',
  'PAIRING',
  'TIMEOUT',
  'OPENING',
  'PENDING',
  /** The network demands a passkey before it links this account, which no server can give. */
  'PASSKEY',
])

/** Why a session has ended, until a person does something. */
export const EndReason = z.enum(['logged_out', 'replaced', 'banned', 'unsupported', 'qr_expired', 'passkey'])

/** How a web chat looks and behaves; kept with its connection. */
export const WebChatSettings = z.object({
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'invalidColor')
    .default('#0a7d5c'),
  title: z.string().max(50).default(''),
  invitation: z.string().max(200).default(''),
  asksName: z.boolean().default(true),
  /** Origins (https://shop.example) whose pages may use the chat; empty: any. */
  origins: z.array(z.url().max(200)).max(50).default([]),
})
export type WebChatSettings = z.output<typeof WebChatSettings>

export const ConnectionView = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  channel: Channel,
  status: ConnectionStatus,
  number: z.string(),
  qrcode: z.string(),
  /** For how long the code can still be scanned. */
  qrcodeSeconds: z.number(),
  retries: z.number(),
  endReason: EndReason.nullable(),
  /** What the network lets it send no more, and until when. */
  sendingLimit: z.object({ scope: z.enum(['everything', 'new_chats']), until: z.string() }).nullable(),
  isDefault: z.boolean(),
  provider: z.string(),
  /** Masked to the last four for everybody but admins; of a web chat it is public. */
  token: z.string(),
  greetingMessage: z.string(),
  greetingMediaAttachment: z.string().nullable(),
  farewellMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
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
  /** While old messages are brought in. */
  importProgress: ImportProgress.nullable(),
  integrationId: z.number().nullable(),
  promptId: z.number().nullable(),
  wavoip: z.string().nullable(),
  schedules: z.array(ScheduleEntry),
  webChat: WebChatSettings.nullable(),
  queues: z.array(QueueRef.extend({ greetingMessage: z.string() })),
  ...Row,
})
export type ConnectionView = z.output<typeof ConnectionView>

export const ExtraInfo = z.object({ id: z.number(), name: z.string(), value: z.string(), contactId: z.number() })

export const ContactView = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  number: z.string(),
  email: z.string(),
  profilePicUrl: z.string().nullable(),
  urlPicture: z.string().nullable(),
  isGroup: z.boolean(),
  active: z.boolean(),
  disableBot: z.boolean(),
  acceptAudioMessage: z.boolean(),
  lgpdAcceptedAt: When.nullable(),
  channel: Channel,
  remoteJid: z.string().nullable(),
  extraInfo: z.array(ExtraInfo),
  tags: z.array(TagRef),
  contactTags: z.array(z.object({ contactId: z.number(), tagId: z.number() })),
  ...Row,
})
export type ContactView = z.output<typeof ContactView>

export const TicketStatus = z.enum(['open', 'pending', 'closed', 'group', 'nps', 'lgpd'])
export type TicketStatus = z.output<typeof TicketStatus>

export const TicketView = z.object({
  id: z.number(),
  uuid: z.string(),
  companyId: z.number(),
  status: TicketStatus,
  channel: Channel,
  isGroup: z.boolean(),
  isBot: z.boolean(),
  unreadMessages: z.number(),
  lastMessage: z.string(),
  /** Who spoke last; true: us. */
  fromMe: z.boolean(),
  /** Of the last message, where it is ours. */
  lastMessageAck: z.number().nullable(),
  /** Of a group: who has said it, of those there. */
  lastMessageAuthor: z.string().nullable(),
  lastMessageAt: When,
  /** Since when the customer waits for an answer; null: does not. */
  waitingSince: When.nullable(),
  userId: z.number().nullable(),
  user: UserRef.nullable(),
  queueId: z.number().nullable(),
  queue: QueueRef.nullable(),
  contactId: z.number(),
  contact: ContactView,
  whatsappId: z.number().nullable(),
  whatsapp: z
    .object({
      id: z.number(),
      name: z.string(),
      channel: Channel,
      groupAsTicket: Switch,
      expiresTicket: z.number(),
      wavoip: z.string().nullable(),
    })
    .nullable(),
  tags: z.array(TagRef),
  userRating: z.object({ rate: z.number() }).nullable(),
  useIntegration: z.boolean(),
  integrationId: z.number().nullable(),
  promptId: z.number().nullable(),
  amountUsedBotQueues: z.number(),
  imported: When.nullable(),
  closedAt: When.nullable(),
  ...Row,
})
export type TicketView = z.output<typeof TicketView>

export const MessageReaction = z.object({ emoji: z.string(), fromMe: z.boolean(), sender: z.string() })

export const QuotedMessage = z.object({
  id: z.number(),
  wid: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  mediaType: z.string(),
  mediaUrl: z.string().nullable(),
  mediaName: z.string().nullable(),
  isDeleted: z.boolean(),
  contact: z.object({ id: z.number(), name: z.string() }).nullable(),
})

/**
 * The body of a message that was taken back, where its words are not to be seen, and the row of a ticket whose last message it
 * was: the specification's words (part 1, section 4). Screens say it in their own language.
 */
export const hiddenBody = '_Mensagem apagada_'

export const MessageView = z.object({
  id: z.number(),
  companyId: z.number(),
  ticketId: z.number(),
  contactId: z.number(),
  queueId: z.number().nullable(),
  wid: z.string(),
  /** The sender's own id of it, where it gave one. */
  clientId: z.string().nullable(),
  remoteJid: z.string().nullable(),
  participant: z.string().nullable(),
  dataJson: z.string(),
  body: z.string(),
  fromMe: z.boolean(),
  read: z.boolean(),
  ack: z.number().int().min(0).max(4),
  /** Why it was not sent: an error code. */
  failure: z.string().nullable(),
  mediaType: z.string(),
  mediaUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  mediaName: z.string().nullable(),
  mediaSize: z.number().nullable(),
  mediaWidth: z.number().nullable(),
  mediaHeight: z.number().nullable(),
  /** `waiting`: its file follows. `failed`: it could not be fetched; "try again" asks once more. */
  mediaState: z.enum(['ready', 'waiting', 'failed']).nullable(),
  isPrivate: z.boolean(),
  isDeleted: z.boolean(),
  isEdited: z.boolean(),
  isForwarded: z.boolean(),
  origin: z.enum(['channel', 'user', 'phone', 'bot', 'campaign', 'schedule', 'api', 'import', 'system']),
  user: UserRef.nullable(),
  contact: z.object({ id: z.number(), name: z.string() }).nullable(),
  quotedMsgId: z.number().nullable(),
  quotedMsg: QuotedMessage.nullable(),
  reactions: z.array(MessageReaction),
  /** Of the ticket it was said in: histories run over all tickets of a contact on a connection. */
  ticket: z.object({ id: z.number(), queueId: z.number().nullable(), queue: QueueRef.nullable() }).nullable(),
  ...Row,
})
export type MessageView = z.output<typeof MessageView>

export const ticketLogTypes = [
  'access',
  'create',
  'closed',
  'transfered',
  'receivedTransfer',
  'open',
  'pending',
  'nps',
  'lgpd',
  'queue',
  'userDefine',
  'delete',
  'chatBot',
  'autoClose',
  'retriesLimitQueue',
  'retriesLimitUserDefine',
  'reopen',
  'merge',
  'recovered',
  'loopGuard',
  'editFailed',
  'deleteFailed',
  'reactFailed',
] as const

export const TicketLogView = z.object({
  id: z.number(),
  type: z.enum(ticketLogTypes),
  ticketId: z.number(),
  userId: z.number().nullable(),
  queueId: z.number().nullable(),
  user: UserRef.nullable(),
  queue: QueueRef.nullable(),
  /** How many messages came late, because the line was away for that time; `isGap`: a comparison with the phone found them. */
  recovered: z.object({ count: z.number(), since: When, until: When, isGap: z.boolean().optional() }).nullable(),
  createdAt: When,
})
export type TicketLogView = z.output<typeof TicketLogView>

export const NoteView = z.object({
  id: z.number(),
  note: z.string(),
  ticketId: z.number(),
  contactId: z.number(),
  userId: z.number(),
  user: UserRef,
  contact: z.object({ id: z.number(), name: z.string() }),
  ticket: z.object({ id: z.number(), status: TicketStatus, createdAt: When }),
  createdAt: When,
})
export type NoteView = z.output<typeof NoteView>

export const TagView = TagRef.extend({
  companyId: z.number(),
  ticketsCount: z.string(),
  contactsCount: z.string(),
  ...Row,
})
export type TagView = z.output<typeof TagView>
