import { z } from 'zod'
import { Channel } from '../connections/channels.ts'
import { ContactView } from '../contacts/contact-view.ts'
import { Switch, When } from '../shared/fields.ts'
import { QueueRef, TagRef, UserRef, Timestamps } from '../shared/refs.ts'

export const TicketStatus = z.enum(['open', 'pending', 'closed', 'group', 'nps', 'lgpd'])
export type TicketStatus = z.output<typeof TicketStatus>

/** Nobody serves the ticket any more: it is closed, or will be when its customer has rated the service. */
export const isServiceOver = (status: TicketStatus | undefined): status is 'closed' | 'nps' =>
  status === 'closed' || status === 'nps'

/**
 * Nobody serves the ticket: it waits, or its customer is asked for consent. The list of waiting tickets shows both, so
 * that somebody sees a customer who does not answer that.
 */
export const isWaiting = (status: TicketStatus | undefined): status is 'pending' | 'lgpd' =>
  status === 'pending' || status === 'lgpd'

/** The customer has the bot to answer to, and therefore does not wait for a person. */
export const isWithBot = ({ status, isBot, userId }: Pick<TicketView, 'status' | 'isBot' | 'userId'>): boolean =>
  isWaiting(status) && isBot && userId === null

export const AnswerWindow = z.object({
  /** By a person. In the past: no more. Null: the customer has never written. */
  until: When.nullable(),
  /** By a machine, such as the bot. */
  usualUntil: When.nullable(),
  /** Templates may go at any time. */
  templates: z.boolean(),
})
export type AnswerWindow = z.output<typeof AnswerWindow>

export const TicketView = z.object({
  id: z.number(),
  uuid: z.string(),
  companyId: z.number(),
  status: TicketStatus,
  channel: Channel,
  /** What the network does not do with messages that were sent. Private notes do not depend on it. */
  refuses: z.array(z.enum(['edits', 'deletions', 'reactions'])),
  /** Until when a text may go to the customer; absent: at any time. */
  answerWindow: AnswerWindow.optional(),
  /** Why nothing can be sent: the number of the connection is reached in a way that has no groups, or that does not know this customer. */
  unreachable: z.enum(['group', 'person']).optional(),
  isGroup: z.boolean(),
  /** The customer is in a menu of the bot, or is asked for their consent. */
  isBot: z.boolean(),
  unreadMessages: z.number(),
  /** Of a waiting ticket: the customer's, not an automatic answer to it. */
  lastMessage: z.string(),
  /** Whether the last message is ours. */
  fromMe: z.boolean(),
  /** Of the last message, if it is ours. */
  lastMessageAck: z.number().nullable(),
  /** In a group: the author of the last message. */
  lastMessageAuthor: z.string().nullable(),
  lastMessageAt: When,
  /** One of our messages was not sent, and nobody has sent it again or deleted it. */
  hasFailed: z.boolean(),
  /** Since when the customer waits for an answer; null: does not wait. */
  waitingSince: When.nullable(),
  /** A transfer that its receiver has not seen yet: when, by whom, and with which private note. */
  transfer: z.object({ at: When, by: UserRef.nullable(), note: z.string() }).nullable(),
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
      /** The connection has a token for voice calls. */
      hasCalls: z.boolean(),
      /** That token, as existing clients need it: only for who has opened a ticket that they serve. */
      wavoip: z.string().nullable(),
    })
    .nullable(),
  tags: z.array(TagRef),
  /** `best`: of the scale that the customer was asked for. */
  userRating: z.object({ rate: z.number(), best: z.number() }).nullable(),
  useIntegration: z.boolean(),
  integrationId: z.number().nullable(),
  queueIntegration: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Of a ticket whose integration is a flow: what the flow calls the talk, and whether it answers now. */
  typebotSessionId: z.string().nullable().optional(),
  typebotStatus: z.boolean().optional(),
  promptId: z.number().nullable(),
  /** What the bot has said since the customer's last valid choice: menus, refusals, out-of-hours texts. */
  amountUsedBotQueues: z.number(),
  /** How often the customer was asked for a rating. */
  amountUsedBotQueuesNPS: z.number(),
  /** The customer was warned that the ticket will be closed, and nobody has written since. */
  sendInactiveMessage: z.boolean(),
  lgpdSendMessageAt: When.nullable(),
  lgpdAcceptedAt: When.nullable(),
  /** The last message came outside of service hours. */
  isOutOfHour: z.boolean(),
  imported: When.nullable(),
  closedAt: When.nullable(),
  ...Timestamps,
})
export type TicketView = z.output<typeof TicketView>
