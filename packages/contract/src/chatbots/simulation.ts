import { z } from 'zod'
import { Channel } from '../connections/channels.ts'
import { AnswererKind } from '../exchanges/exchanges.ts'
import { QueueBody } from '../queues/queues.ts'
import { Moment } from '../schedules/schedules.ts'
import { endpoint } from '../shared/call.ts'
import { Id, OptionalId, When, changeOf } from '../shared/fields.ts'
import { limits } from '../shared/limits.ts'
import { QueueRef, UserRef } from '../shared/refs.ts'
import { BotDecision, ticketLogTypes } from '../tickets/ticket-log.ts'
import { TicketStatus } from '../tickets/ticket-view.ts'

/** A queue as it would be saved. What is not sent is as it is stored. */
const QueueDraft = changeOf(
  QueueBody.pick({
    name: true,
    greetingMessage: true,
    outOfHoursMessage: true,
    schedules: true,
    closeTicket: true,
    ativarRoteador: true,
    fileListId: true,
    integrationId: true,
    chatbots: true,
  }),
)
export type QueueDraft = z.output<typeof QueueDraft>

/** What the bot tells apart. */
export const CustomerMedia = z.enum(['none', 'audio', 'video', 'other'])
export type CustomerMedia = z.output<typeof CustomerMedia>

/** What the customer sends. */
const CustomerStep = z.object({
  text: z.string().max(limits.visitorText, 'tooLong').default(''),
  /** The id of an offered answer that the customer taps; the text is its title. */
  choiceId: z.string().max(limits.choiceId, 'tooLong').optional(),
  media: CustomerMedia.default('none'),
  /**
   * The next moment within the service hours, or outside of them; or a moment. No step comes before the one above it.
   */
  at: z.union([z.enum(['open', 'closed']), Moment]).default('open'),
})

const SimulationBody = z.object({
  /** Null: a queue that is not stored yet. */
  queueId: OptionalId.default(null),
  draft: QueueDraft,
  /** Null: a connection as new ones of the channel are, with this queue alone. */
  whatsappId: OptionalId.default(null),
  channel: Channel.default('whatsapp'),
  /** What variables such as {{firstName}} are filled with. */
  contactName: z.string().max(100, 'tooLong').default(''),
  steps: z.array(CustomerStep).max(limits.simulatedSteps, 'tooMany').default([]),
})

export const SimulatedMessage = z.object({
  /** As the customer sees it: without the lines of what can be tapped. */
  text: z.string(),
  /** The file whose caption the text is. `url`: valid for some minutes; null: it is not shown. */
  file: z.object({ name: z.string(), mediaType: z.string(), url: z.string().nullable() }).nullable(),
  /** It quotes what the customer has sent. */
  quotes: z.boolean(),
  /** What can be tapped, in the form of the channel; null: nothing, or the lines of the text. */
  choices: z
    .object({
      shownAs: z.enum(['buttons', 'list']),
      /** The label that opens a list. */
      button: z.string(),
      options: z.array(z.object({ id: z.string(), title: z.string(), description: z.string().optional() })),
    })
    .nullable(),
})
export type SimulatedMessage = z.output<typeof SimulatedMessage>

/** As in the log of a ticket. */
export const SimulatedLog = z.object({
  type: z.enum(ticketLogTypes),
  user: UserRef.nullable(),
  queue: QueueRef.nullable(),
  decision: BotDecision.nullable(),
})
export type SimulatedLog = z.output<typeof SimulatedLog>

/** Where the customer is with the bot. */
export const BotPlace = z.object({
  /** `start`: before any menu. `menu`: in that of the queue. `done`: left to a person. */
  at: z.enum(['start', 'consent', 'queues', 'menu', 'done']),
  /** In the menu of the queue: the index of the option on each level down to the one that is shown. */
  path: z.array(z.number()),
})
export type BotPlace = z.output<typeof BotPlace>

/** The conversation after a step. */
export const SimulatedStep = z.object({
  at: When,
  said: z.array(SimulatedMessage),
  log: z.array(SimulatedLog),
  status: TicketStatus,
  queue: QueueRef.nullable(),
  user: UserRef.nullable(),
  place: BotPlace,
  /** The service outside that would answer. It is not asked. */
  asked: z.object({ kind: AnswererKind, id: z.number() }).nullable(),
})
export type SimulatedStep = z.output<typeof SimulatedStep>

const Simulation = z.object({
  steps: z.array(SimulatedStep),
  /** Whether there is a moment within the service hours, and one outside of them. */
  hours: z.object({ open: z.boolean(), closed: z.boolean() }),
  /** Whether customers of the connection can choose the queue. If not, the simulation offers it to them all the same. */
  isOffered: z.boolean(),
  /** Whether the channel shows the lines of a menu as buttons. */
  hasButtons: z.boolean(),
})
export type Simulation = z.output<typeof Simulation>

const ReplayBody = z.object({ ticketId: Id, queueId: OptionalId.default(null), draft: QueueDraft })

/** What a customer has written at once, what the bot answered, and what it would answer with the draft. */
export const ReplayedExchange = z.object({
  at: When,
  /** `media`: of anything else than a text, its kind. */
  messages: z.array(z.object({ text: z.string(), mediaType: z.string().nullable() })),
  before: z.array(SimulatedMessage.omit({ quotes: true, choices: true })),
  after: z.array(SimulatedMessage.omit({ quotes: true, choices: true })),
  log: z.array(SimulatedLog),
  isDifferent: z.boolean(),
  /** A person served the customer. */
  isServed: z.boolean(),
})
export type ReplayedExchange = z.output<typeof ReplayedExchange>

const Replay = z.object({
  exchanges: z.array(ReplayedExchange),
  /** The conversation goes on, and only its beginning was replayed. */
  isCut: z.boolean(),
})
export type Replay = z.output<typeof Replay>

/** A ticket that can be replayed. */
const ReplayableTicket = z.object({
  id: z.number(),
  name: z.string(),
  connection: z.string(),
  lastMessageAt: When,
})

export const simulationCalls = {
  simulateBot: endpoint({
    method: 'POST',
    path: '/chatbot/simulate',
    summary: 'What a customer would see of the bot, step by step, with a queue that is not saved. Changes nothing',
    access: 'admin',
    feature: 'none',
    body: SimulationBody,
    answer: Simulation,
  }),
  listReplayable: endpoint({
    method: 'GET',
    path: '/chatbot/replay',
    summary: 'The latest tickets of a queue that can be replayed',
    access: 'admin',
    feature: 'none',
    query: z.object({ queueId: Id }),
    answer: z.array(ReplayableTicket),
  }),
  replayConversation: endpoint({
    method: 'POST',
    path: '/chatbot/replay',
    summary: 'What the bot said in a ticket, and what it would say with a queue that is not saved. Changes nothing',
    access: 'admin',
    feature: 'none',
    body: ReplayBody,
    answer: Replay,
  }),
} as const
