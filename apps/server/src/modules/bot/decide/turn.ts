import type { Menu } from '@guiche/channel'
import type { AnswererKind, BotDecision, CompanySettings, ScheduleEntry, TicketStatus } from '@guiche/contract'
import type { ConnectionSettings } from '#modules/connections'
import type { Holidays } from '#modules/settings'
import type { BotMemory } from '#modules/tickets'

/** A conversation as the bot sees it. */
export interface BotState {
  status: TicketStatus
  queueId: number | null
  userId: number | null
  isGroup: boolean
  /** A group that is handled like other customers. */
  isGroupTicket: boolean
  isImported: boolean
  contact: { isBotDisabled: boolean; acceptsAudio: boolean; hasConsented: boolean }
  /** Of a ticket that awaits its rating. */
  rating: AwaitedRating | null
  memory: BotMemory
}

export interface AwaitedRating {
  /** The customer has given it, and was asked why. */
  isGiven: boolean
  /** We have written after the request: a number may be the answer to that. */
  isTalkedTo: boolean
  /** The request is too old to repeat it. */
  isOverdue: boolean
}

export type BotMedia = 'none' | 'audio' | 'video' | 'other'

export interface MessageEvent {
  /** Of the message, by which it is quoted; undefined where there is none. */
  id: number | undefined
  text: string
  /** What the customer tapped: the id of an offered answer, perhaps of an earlier menu. */
  choiceId?: string | undefined
  media: BotMedia
  /** It has created or reopened the ticket. */
  isFirst: boolean
  /** It came while the connection was offline (docs/adr/0006). */
  isMissed: boolean
  isCall: boolean
  /** Written by the company on the phone itself. */
  isEcho: boolean
  /** When the customer sent it. */
  at: Date
}

export interface BotClock {
  now: Date
  /** Chooses a random member. */
  seed: number
}

export interface BotOption {
  id: number
  name: string
  message: string
  kind: 'text' | 'attendent' | 'queue' | 'integration' | 'file'
  queueId: number | null
  userId: number | null
  fileListId: number | null
  integrationId: number | null
  closesTicket: boolean
  options: readonly BotOption[]
}

/** Who answers the customers of a queue or a connection. Only what is in the plan of the company. */
export interface Services {
  integrationId: number | null
  promptId: number | null
}

/** Answers customers outside. */
export interface BotService {
  kind: AnswererKind
  id: number
}

export interface BotQueue extends Services {
  id: number
  name: string
  greeting: string
  outOfHoursMessage: string
  hours: readonly ScheduleEntry[]
  closesTicket: boolean
  /** Its tickets are assigned in turn, so none is assigned at random. */
  rotates: boolean
  fileListId: number | null
  options: readonly BotOption[]
  memberIds: readonly number[]
}

export interface BotFileList {
  id: number
  message: string
  files: readonly { fileId: number; name: string }[]
}

export type BotConnectionSettings = Pick<
  ConnectionSettings,
  | 'greetingMessage'
  | 'outOfHoursMessage'
  | 'ratingMessage'
  | 'ratingCommentMessage'
  | 'maxUseBotQueues'
  | 'maxUseBotQueuesNPS'
  | 'timeUseBotQueues'
>

/** Plain data: the stored configuration, or a draft of it. */
export interface BotConfiguration {
  company: {
    timeZone: string
    language: string
    hours: readonly ScheduleEntry[]
    holidays: Holidays
    settings: CompanySettings
  }
  connection: Services & {
    settings: BotConnectionSettings
    /** The picture or file whose caption the greeting is. */
    greetingFileId: number | null
    hours: readonly ScheduleEntry[]
    /** In the order of the menu. */
    queueIds: readonly number[]
  }
  /** All queues of the company that are in use, also those of other connections. */
  queues: readonly BotQueue[]
  fileLists: readonly BotFileList[]
  /** The users of the company who are in use. */
  userIds: readonly number[]
}

export type BotTimer = 'queuePosition' | 'optionClose'

export interface LoggedDecision {
  kind: 'log'
  log: 'chatBot' | 'queue' | 'userDefine' | 'lgpd' | 'retriesLimitQueue' | 'botSilent'
  queueId?: number
  userId?: number
  decision: BotDecision
}

export type BotEffect =
  /** `menu`: what the customer can tap, where the network has that. */
  | { kind: 'say'; text: string; fileId?: number; quotes?: number; menu?: Menu | undefined }
  | { kind: 'sendFile'; fileId: number; caption: string }
  /** Null: the ticket leaves its queue. */
  | { kind: 'enterQueue'; queueId: number | null }
  /** It waits for this user. */
  | { kind: 'assign'; userId: number }
  /** It waits for a person. */
  | { kind: 'wait' }
  /** It waits for the customer's consent. */
  | { kind: 'awaitConsent' }
  | { kind: 'acceptConsent' }
  | { kind: 'keepRating'; rating: number; best: number }
  | { kind: 'keepComment'; comment: string }
  | { kind: 'close'; farewell: boolean }
  | LoggedDecision
  /** The service is asked to answer the message. `isEntry`: the message has led to it, and says nothing more. */
  | { kind: 'ask'; service: BotService; messageId: number | undefined; isEntry: boolean }
  | { kind: 'setTimer'; timer: BotTimer; at: Date }

/** What is known when a message is answered. */
export interface Turn {
  state: BotState
  event: MessageEvent
  configuration: BotConfiguration
  clock: BotClock
}

export interface Decision {
  effects: BotEffect[]
  memory?: Partial<BotMemory>
  /** The message is used up, and the following rules say what comes next. */
  goesOn?: true
}

/** Undefined: the rule does not apply. */
export type Rule = (turn: Turn) => Decision | undefined

export interface Outcome {
  state: BotState
  effects: BotEffect[]
}
