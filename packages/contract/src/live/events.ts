import { z } from 'zod'
import type { AnnouncementView } from '../announcements/announcements.ts'
import type { CampaignSettingRow } from '../campaigns/campaign-settings.ts'
import type { CampaignProgress, CampaignRecord } from '../campaigns/campaigns.ts'
import type { OptionView } from '../chatbots/chatbots.ts'
import type { CompanyView, ListedCompany } from '../companies/companies.ts'
import type { PlanView } from '../companies/plans.ts'
import type { ConnectionView } from '../connections/connection-view.ts'
import type { ContactListItemView } from '../contact-lists/contact-list-items.ts'
import type { ContactListView } from '../contact-lists/contact-lists.ts'
import type { ContactView } from '../contacts/contact-view.ts'
import type { AnswererState } from '../exchanges/exchanges.ts'
import type { FileListView } from '../file-lists/file-lists.ts'
import type { HelpView } from '../helps/helps.ts'
import type { ImportProgress } from '../imports/imports.ts'
import type { InternalChatView } from '../internal-chats/internal-chats.ts'
import type { InternalMessageView } from '../internal-chats/internal-messages.ts'
import type { LiveMessage } from './live-message.ts'
import type { MessageTemplateView } from '../message-templates/message-templates.ts'
import type { MessageView } from '../messages/message-view.ts'
import type { MomentsAttendant, QueueLoad } from '../moments/moments.ts'
import type { OnCallView } from '../on-call/on-call.ts'
import type { PromptView } from '../prompts/prompts.ts'
import type { TestSessionAnswer } from '../queue-integrations/integration-tests.ts'
import type { IntegrationView } from '../queue-integrations/queue-integrations.ts'
import type { QueueView } from '../queues/queues.ts'
import type { QuickMessageView } from '../quick-messages/quick-messages.ts'
import type { ScheduleView } from '../schedules/schedules.ts'
import type { CompanySettings } from '../settings/settings.ts'
import { endpoint } from '../shared/call.ts'
import { Id, whole } from '../shared/fields.ts'
import type { TagView } from '../tags/tags.ts'
import type { TicketStatus, TicketView } from '../tickets/ticket-view.ts'
import { TicketList } from '../tickets/tickets.ts'
import type { UserView } from '../users/users.ts'

/**
 * `seq` is the number of the fact in its company. A browser that was offline fetches what came after it. `asOf`: the
 * payload was read at that fact, and includes it and all earlier ones.
 */
type Numbered = { seq?: number; asOf?: number }

/**
 * The part of a ticket that a row of a list shows. It is sent with each message, so it is small: at most 1.5 kB per
 * event.
 */
export type TicketBrief = Pick<
  TicketView,
  | 'id'
  | 'uuid'
  | 'status'
  | 'channel'
  | 'refuses'
  | 'answerWindow'
  | 'unreachable'
  | 'isGroup'
  | 'isBot'
  | 'unreadMessages'
  | 'lastMessage'
  | 'fromMe'
  | 'lastMessageAck'
  | 'lastMessageAuthor'
  | 'lastMessageAt'
  | 'hasFailed'
  | 'waitingSince'
  | 'transfer'
  | 'userId'
  | 'user'
  | 'queueId'
  | 'queue'
  | 'contactId'
  | 'whatsappId'
  | 'tags'
  | 'userRating'
  | 'closedAt'
  | 'updatedAt'
> & {
  contact: Pick<ContactView, 'id' | 'name' | 'number' | 'urlPicture' | 'profilePicUrl' | 'isGroup' | 'channel' | 'tags'>
  whatsapp: Pick<NonNullable<TicketView['whatsapp']>, 'id' | 'name' | 'hasCalls'> | null
}

export type TicketEvent = Numbered &
  (
    | { action: 'update'; ticket: TicketView; ticketId: number }
    /** The ticket left a list (`status` names it), or it was closed, deleted or hidden (`status` is null). */
    | { action: 'delete'; ticketId: number; status: TicketStatus | null }
    | { action: 'updateUnread'; ticketId: number }
  )

export type MessageEvent = Numbered &
  (
    | { action: 'create'; message: LiveMessage; ticket: TicketBrief; contact: Pick<ContactView, 'name' | 'urlPicture'> }
    /** Includes the ticket if this is its last message, because the row in the owner's list shows the ack. */
    | { action: 'update'; message: MessageView; ticket?: TicketBrief }
    | { action: 'delete'; message: { id: number; ticketId: number } }
  )

export type PresenceEvent = {
  action: 'update-presence'
  ticketId: number
  presence: 'composing' | 'recording' | 'available' | 'paused' | 'unavailable'
}
export type ContactEvent = Numbered &
  /** `partedFromId`: a merge into this contact was undone. */
  (
    | { action: 'create' | 'update'; contact: ContactView; partedFromId?: number }
    /** `mergedIntoId`: the contact was merged into this one. */
    | { action: 'delete'; contactId: string; mergedIntoId?: number }
    /** Many contacts were added or changed at once; `records` is for existing clients. */
    | { action: 'reload'; records: ContactView[] }
  )
/** Whether conversations of one contact are another one's now. */
export const movesConversations = (event: ContactEvent): boolean =>
  event.action === 'delete'
    ? event.mergedIntoId !== undefined
    : event.action !== 'reload' && event.partedFromId !== undefined

export type UserEvent = Numbered &
  (
    | { action: 'create' | 'update'; user: Partial<UserView> & Pick<UserView, 'id'> }
    | { action: 'delete'; userId: string }
  )
/** For the board of /moments: what has changed of them. Not numbered, and not caught up. */
export type AttendantsEvent = {
  attendants: ({ id: number } & Partial<Pick<MomentsAttendant, 'online' | 'openTickets'>>)[]
}
/** How many tickets of these queues somebody serves now, for admins. Not numbered, and not caught up. */
export type QueueLoadsEvent = { queues: QueueLoad[] }
export type QueueEvent = Numbered & ({ action: 'update'; queue: QueueView } | { action: 'delete'; queueId: number })
/** Of a call that changes one option. A save of a whole menu is told by the event of its queue. */
export type OptionEvent = Numbered &
  ({ action: 'update'; chatbot: OptionView } | { action: 'delete'; chatbotId: number })
export type TagEvent = Numbered & ({ action: 'create' | 'update'; tag: TagView } | { action: 'delete'; tagId: number })
/**
 * A card was put somewhere; the event of its ticket tells its lanes. `reload`: all cards of a lane have got other places,
 * and who looks at the board fetches it.
 */
export type KanbanEvent = Numbered & ({ action: 'place'; ticketId: number; place: number } | { action: 'reload' })
/** For admins: a service is not asked for a while, or is asked again. */
export type AnswererEvent = Numbered & { action: 'update'; answerer: AnswererState }
export type QuickMessageEvent = Numbered &
  ({ action: 'create' | 'update'; record: QuickMessageView } | { action: 'delete'; id: number })
/** `files` is the same list, under the name that existing clients read. */
export type FileListEvent = Numbered &
  ({ action: 'create' | 'update'; fileList: FileListView; files: FileListView } | { action: 'delete'; fileId: number })
/** For admins. `intelligenceId` is the same id, under the name that other existing clients read. */
export type MessageTemplateEvent = Numbered &
  ({ action: 'update'; template: MessageTemplateView } | { action: 'delete'; templateId: number })
export type PromptEvent = Numbered &
  ({ action: 'create' | 'update'; prompt: PromptView } | { action: 'delete'; promptId: number; intelligenceId: number })
/** For admins. `testSession`: what an agent said to one of them who tried it; existing clients show it. */
export type IntegrationEvent = Numbered &
  (
    | { action: 'create' | 'update'; queueIntegration: IntegrationView }
    | { action: 'delete'; integrationId: number }
    | { action: 'testSession'; response: TestSessionAnswer }
  )
/** For admins and supervisors, while the plan has campaigns. */
export type ContactListEvent = Numbered &
  ({ action: 'create' | 'update'; record: ContactListView } | { action: 'delete'; id: number })
/** `reload`: many people were added to or removed from the list; `records` are its first ones, for existing clients. */
export type ContactListItemEvent = Numbered &
  (
    | { action: 'create' | 'update'; record: ContactListItemView }
    | { action: 'delete'; id: number; contactListId: number }
    | { action: 'reload'; contactListId: number; records: ContactListItemView[] }
  )
/** `delete`: it was removed, or this person does not see it (any more). */
export type ScheduleEvent = Numbered &
  ({ action: 'update'; schedule: ScheduleView } | { action: 'delete'; scheduleId: string })
/** To the members of an internal chat only. `delete`: it was deleted, or the person is no member any more. */
export type InternalChatEvent = Numbered &
  (
    | { action: 'new-message' | 'update-message'; newMessage: InternalMessageView; chat: InternalChatView }
    | { action: 'update'; chat: InternalChatView }
    /** A member has read it, up to this message. The reader gets the whole chat instead. */
    | { action: 'read'; chatId: number; userId: number; unreads: number; readMessageId: number | null }
    | { action: 'delete'; id: string }
  )
/** For existing clients, which keep their lists of internal chats with it. */
export type InternalChatRecordEvent = Numbered & { action: 'create' | 'update'; record: InternalChatView }
/** For admins. */
export type OnCallEvent = Numbered & ({ action: 'update'; record: OnCallView } | { action: 'delete'; id: number })
/** To who is on call: a customer waits, and no connection could carry the message. */
export type OnCallNoticeEvent = Numbered & {
  ticketId: number
  uuid: string
  contact: { name: string; number: string }
}
export type ConnectionEvent = Numbered &
  ({ action: 'update'; whatsapp: ConnectionView } | { action: 'delete'; whatsappId: number })
export type ConnectionSessionEvent = {
  action: 'update'
  session: Pick<
    ConnectionView,
    'id' | 'status' | 'qrcode' | 'qrcodeSeconds' | 'retries' | 'endReason' | 'phoneMove' | 'updatedAt'
  >
}
export type ImportEvent = Numbered & { whatsappId: number } & (
    | { action: 'update'; status: ImportProgress }
    /** The import has ended or was cancelled. */
    | { action: 'refresh' }
  )
export type SettingsEvent = Numbered & {
  action: 'update'
  setting: { key: string; value: string }
  settings?: CompanySettings
}
/** Holidays of the company were changed; admins who look at them fetch them. */
export type HolidayEvent = Numbered & { action: 'update' }
/** Named tokens of the messages API were made or deleted; admins who look at them fetch them. */
export type ApiTokenEvent = Numbered & { action: 'update' }
/** To all companies. Not numbered, and not caught up. */
export type HelpEvent = { action: 'create' | 'update'; record: HelpView } | { action: 'delete'; id: number }
/**
 * To the companies that are shown it. `delete`: it was removed, or the company is not shown it any more. Not numbered,
 * and not caught up.
 */
export type AnnouncementEvent =
  | { action: 'create' | 'update'; record: AnnouncementView }
  | { action: 'delete'; id: number }
/** To the user's other windows: they have read these. */
export type AnnouncementsReadEvent = Numbered & { ids: number[] }
/** To the operator's company: the list of all announcements has changed, and who looks at it fetches it. */
export type AnnouncementListEvent = Numbered & { action: 'update' }
/**
 * For admins and supervisors. Of a running campaign one comes in a second at most, and if it has more people than it shows
 * one by one, only with what changes.
 */
export type CampaignEvent = Numbered &
  ({ action: 'create' | 'update'; record: CampaignRecord | CampaignProgress } | { action: 'delete'; id: number })
/** Somebody has opted out of campaigns, or in again; who looks at them fetches it. `reload`: many at once. */
export type OptOutEvent = Numbered & ({ action: 'update'; contactId: number } | { action: 'reload' })
/** For admins and supervisors, while the plan has campaigns; who looks at the words fetches them. */
export type OptOutWordsEvent = Numbered & { action: 'update' }
/** A number was paused or resumed, or its limits were changed. */
export type SendingGuardEvent = Numbered & { action: 'update'; whatsappId: number }
export type CampaignSettingsEvent = Numbered & { action: 'create'; record: CampaignSettingRow[] }
/**
 * Its name, hours, time zone, language, due date or plan were changed, or a day has begun on which its subscription is in
 * another state. Also for people of a company whose subscription has ended.
 */
export type CompanyEvent = Numbered & {
  action: 'update'
  company: Pick<CompanyView, 'id' | 'name' | 'plan' | 'schedules' | 'timezone' | 'language' | 'updatedAt'> & {
    subscription: {
      /** `neverDue` if there is none. */
      dueDate: string
      graceDays: number
      isTrial: boolean
      isBlocked: boolean
    }
  }
}
/** For operators, about any company of the installation. `delete`: it was erased. */
export type ListedCompanyEvent = Numbered &
  ({ action: 'update'; company: ListedCompany } | { action: 'delete'; companyId: number })
/** For operators. */
export type PlanEvent = Numbered & ({ action: 'update'; plan: PlanView } | { action: 'delete'; planId: number })
/** An invoice was paid and the licence renewed. Also for people of a company whose subscription had ended. */
export type PaymentEvent = Numbered & {
  action: 'CONCLUIDA'
  company: Pick<CompanyView, 'id' | 'name' | 'dueDate' | 'status'>
}
/**
 * An invoice of the company was made or has changed; admins who look at them fetch them. Also for people of a company
 * whose subscription has ended.
 */
export type InvoiceEvent = Numbered & { action: 'update' }
/** For operators: invoices, payments, or what must be looked at of this company have changed; who looks fetches them. */
export type LedgerEvent = Numbered & { action: 'update'; companyId: number }
export type AuthEvent = { action: 'update'; user: { id: number; companyId: number } }
/** To the author only. `stopped`: it was not done, because of `reason`, the code of an error. */
export type PendingChangeEvent = Numbered &
  /** The user's other tabs fetch it: this event shows no names. */
  (
    | { action: 'asked'; id: number }
    | { action: 'ended'; id: number; outcome: 'done' | 'stopped' | 'undone'; reason: string | null }
  )
export type ViewersEvent = { ticketId: number; viewers: { id: number; name: string }[]; typing: number[] }

/** Names in code, and their names on the socket. `about`: the thing whose id is a part of the name. */
export const eventNames = {
  ticket: (companyId: number) => `company-${companyId}-ticket`,
  message: (companyId: number) => `company-${companyId}-appMessage`,
  presence: (companyId: number) => `company-${companyId}-presence`,
  contact: (companyId: number) => `company-${companyId}-contact`,
  user: (companyId: number) => `company-${companyId}-user`,
  attendants: (companyId: number) => `company-${companyId}-attendants`,
  queueLoads: (companyId: number) => `company-${companyId}-queueLoads`,
  queue: (companyId: number) => `company-${companyId}-queue`,
  option: (companyId: number) => `company-${companyId}-chatbot`,
  tag: (companyId: number) => `company${companyId}-tag`,
  kanban: (companyId: number) => `company-${companyId}-kanban`,
  answerer: (companyId: number) => `company-${companyId}-answerer`,
  quickMessage: (companyId: number) => `company-${companyId}-quickmessage`,
  /** The same event under the name that existing clients listen to. */
  quickMessageToo: (companyId: number) => `company${companyId}-quickemessage`,
  fileList: (companyId: number) => `company-${companyId}-file`,
  /** The same event under the name that other existing clients listen to. */
  fileListToo: (companyId: number) => `company${companyId}-file`,
  messageTemplate: (companyId: number) => `company-${companyId}-messageTemplate`,
  /** Existing clients know this name only. It goes to the rooms of one company like any other event. */
  prompt: () => 'prompt',
  integration: (companyId: number) => `company-${companyId}-queueIntegration`,
  contactList: (companyId: number) => `company-${companyId}-ContactList`,
  contactListItem: (companyId: number) => `company-${companyId}-ContactListItem`,
  /** The reload of one list, under the name that existing clients listen to. */
  contactListItemsOf: (companyId: number, about?: number) => `company-${companyId}-ContactListItem-${about}`,
  schedule: (companyId: number) => `company${companyId}-schedule`,
  internalChat: (companyId: number) => `company-${companyId}-chat`,
  /** What happens in one chat, under the name that existing clients listen to. */
  internalChatOf: (companyId: number, about?: number) => `company-${companyId}-chat-${about}`,
  /** Of one user, under the name that existing clients listen to. */
  internalChatRecord: (companyId: number, about?: number) => `company-${companyId}-chat-user-${about}`,
  onCall: (companyId: number) => `company-${companyId}-plantao`,
  onCallNotice: (companyId: number) => `company-${companyId}-plantaoNotice`,
  connection: (companyId: number) => `company-${companyId}-whatsapp`,
  connectionSession: (companyId: number) => `company-${companyId}-whatsappSession`,
  importMessages: (companyId: number) => `importMessages-${companyId}`,
  settings: (companyId: number) => `company-${companyId}-settings`,
  company: (companyId: number) => `company-${companyId}-company`,
  listedCompany: (companyId: number) => `company-${companyId}-companies`,
  plan: (companyId: number) => `company-${companyId}-plan`,
  payment: (companyId: number) => `company-${companyId}-payment`,
  invoice: (companyId: number) => `company-${companyId}-invoice`,
  ledger: (companyId: number) => `company-${companyId}-ledger`,
  holiday: (companyId: number) => `company-${companyId}-holiday`,
  apiToken: (companyId: number) => `company-${companyId}-apiToken`,
  help: (companyId: number) => `company-${companyId}-help`,
  /** Existing clients know this name only. It goes to the rooms of companies like any other event. */
  announcement: () => 'company-announcement',
  announcementsRead: (companyId: number) => `company-${companyId}-announcementsRead`,
  announcementList: (companyId: number) => `company-${companyId}-announcementList`,
  campaign: (companyId: number) => `company-${companyId}-campaign`,
  campaignSettings: (companyId: number) => `company-${companyId}-campaignSettings`,
  optOut: (companyId: number) => `company-${companyId}-optOut`,
  optOutWords: (companyId: number) => `company-${companyId}-optOutWords`,
  sendingGuard: (companyId: number) => `company-${companyId}-sendingGuard`,
  auth: (companyId: number) => `company-${companyId}-auth`,
  viewers: (companyId: number) => `company-${companyId}-viewers`,
  pendingChange: (companyId: number) => `company-${companyId}-pendingChange`,
} as const

export interface EventPayloads {
  ticket: TicketEvent
  message: MessageEvent
  presence: PresenceEvent
  contact: ContactEvent
  user: UserEvent
  attendants: AttendantsEvent
  queueLoads: QueueLoadsEvent
  queue: QueueEvent
  option: OptionEvent
  tag: TagEvent
  kanban: KanbanEvent
  answerer: AnswererEvent
  quickMessage: QuickMessageEvent
  quickMessageToo: QuickMessageEvent
  fileList: FileListEvent
  fileListToo: FileListEvent
  messageTemplate: MessageTemplateEvent
  prompt: PromptEvent
  integration: IntegrationEvent
  contactList: ContactListEvent
  contactListItem: ContactListItemEvent
  contactListItemsOf: ContactListItemEvent
  schedule: ScheduleEvent
  internalChat: InternalChatEvent
  internalChatOf: InternalChatEvent
  internalChatRecord: InternalChatRecordEvent
  onCall: OnCallEvent
  onCallNotice: OnCallNoticeEvent
  connection: ConnectionEvent
  connectionSession: ConnectionSessionEvent
  importMessages: ImportEvent
  settings: SettingsEvent
  company: CompanyEvent
  listedCompany: ListedCompanyEvent
  plan: PlanEvent
  payment: PaymentEvent
  invoice: InvoiceEvent
  ledger: LedgerEvent
  holiday: HolidayEvent
  apiToken: ApiTokenEvent
  help: HelpEvent
  announcement: AnnouncementEvent
  announcementsRead: AnnouncementsReadEvent
  announcementList: AnnouncementListEvent
  campaign: CampaignEvent
  campaignSettings: CampaignSettingsEvent
  optOut: OptOutEvent
  optOutWords: OptOutWordsEvent
  sendingGuard: SendingGuardEvent
  auth: AuthEvent
  viewers: ViewersEvent
  pendingChange: PendingChangeEvent
}
export type EventName = keyof EventPayloads

/**
 * Sent right after the handshake: the number of the newest fact. Everything fetched from then on is at least as new.
 */
export type ReadyEvent = { seq: number }

/** What a browser may send on the socket; everything else is ignored. `typing` says what the attendant does. */
export const clientEvents = {
  joinTickets: TicketList,
  joinNotification: z.undefined().or(z.null()),
  joinChatBox: z.union([z.string().max(20), z.number()]),
  leaveChatBox: z.union([z.string().max(20), z.number()]),
  userStatus: z.unknown(),
  /** Whether the window is the one in use: then nothing is pushed to the user's browsers. */
  windowFocused: z.boolean(),
  /** True while recording a voice message. */
  typing: z.object({ ticketId: Id, typing: z.boolean(), recording: z.boolean().default(false) }),
} as const

export const eventCalls = {
  catchUp: endpoint({
    method: 'GET',
    path: '/events',
    summary: 'What happened after a fact, as events; resync: too much or too long ago, fetch everything anew',
    access: 'user',
    feature: 'none',
    query: z.object({ after: whole(0, Number.MAX_SAFE_INTEGER) }),
    answer: z.object({
      events: z.array(z.object({ name: z.string(), payload: z.unknown() })),
      seq: z.number(),
      resync: z.boolean(),
    }),
  }),
} as const
