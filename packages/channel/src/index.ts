import type { Referral } from '@guiche/contract'
import type { ChannelFacts } from './facts.ts'
import type { Identity } from './identity.ts'
import type { Outbound } from './outbound.ts'

export { type Backoff, pauseAfter } from './backoff.ts'
export type { ChangeWindow, ChannelFacts, StoredChannel } from './facts.ts'
export type { Identity } from './identity.ts'
export { type Menu, type MenuOption, shownBy } from './menu.ts'
export type {
  Choice,
  Choices,
  Outbound,
  OutboundCards,
  OutboundDeletion,
  OutboundEdit,
  OutboundFile,
  OutboundLocation,
  OutboundMedia,
  OutboundMessage,
  OutboundReaction,
  OutboundRead,
  OutboundTemplate,
  OutboundText,
  Quoted,
} from './outbound.ts'

interface From {
  from: Identity
  /** Other identities of the same customer that the network sent along. */
  aliases?: Identity[]
  /** The name that the customer chose; may be empty. */
  name: string
  email?: string
  isGroup?: boolean
}

/** The member of a group who wrote something or changed a message. */
export interface Author {
  identity: Identity
  /** Other identities of the same person that the network sent along. */
  aliases?: Identity[]
  /** The name that they chose; may be empty. */
  name: string
  /** How the network addresses them in this group; replies must use it. */
  address: string
}

/** A change of a message that exists already. */
interface MessageChange {
  externalId: string
  /** The chat of the message, also if somebody else in it made the change. */
  from: Identity
  aliases?: Identity[]
  /** In a group: who made the change. Undefined if it was us. */
  author?: Author
  /** Made by us, on the phone itself. */
  isEcho?: boolean
  /**
   * The time of the change by its author's clock, if the network sends it. Older changes than the latest known one are
   * ignored.
   */
  doneAt?: string
}

/** What the sender's program says of a file. Nothing of it is checked against the file. */
export interface MediaDetails {
  /** The length of a recording or video. */
  seconds?: number
  /** The loudness of a recording in equal parts, from 0 to 100. */
  wave?: number[]
  /** Of a document. */
  pages?: number
  /** A small JPEG of a video or picture, in base64. */
  preview?: string
}

/** A file that is stored already, or must be fetched from the network. */
export type InboundMedia =
  | { fileId: number }
  | { source: Record<string, unknown>; mime: string; name: string; bytes: number | null; details?: MediaDetails }

/** A time during which a connection was offline, as ISO times. */
export interface Absence {
  since: string
  until: string
  /** The connection was online, but messages were missing; a comparison with the phone found that at this time. */
  isGap?: boolean
}

/** Something that a network sent, in our terms. Plain JSON: it is stored before it is processed. */
export type Inbound =
  | (From & {
      kind: 'message'
      externalId: string
      /** ISO time from the network. Undefined: the time when we received it. */
      sentAt?: string
      body: string
      mediaType: string
      media?: InboundMedia
      quotedExternalId?: string
      /** The customer tapped an answer that a message offered: its `Choice.id`. The body is its title. */
      choiceId?: string
      /** The advertisement or link by which the customer has come. */
      referral?: Referral
      isForwarded?: boolean
      /** With a header, footer or answers to tap: no phone writes that, but a program that has the number. */
      isComposed?: true
      /** Written by us on the phone itself; `from` is still the customer. */
      isEcho?: boolean
      /** Of an echo that no phone has written: the network's own inbox, or another program of the company. */
      writtenIn?: 'inbox' | 'app'
      /** The id under which it may be stored already, if the number was known by another way before. */
      otherId?: string
      /**
       * Written while the connection was offline: nobody could see it then, and automatic answers would come too late.
       */
      missed?: Absence
      /** Another program of the company serves the customer now, so nothing here answers by itself. */
      isForAnother?: true
      /** In a group: who wrote it. */
      author?: Author
      /** A call that rings now; its outcome follows as another event. */
      call?: { isVideo: boolean }
    })
  /** The status of one of our messages; `upTo`: of all earlier ones in the chat as well. */
  | { kind: 'ack'; externalId: string; ack: 1 | 2 | 3 | 4; upTo?: boolean; from?: Identity; price?: Price }
  /** The status of all of our messages to a customer that the network had at that time, by its own clock. */
  | { kind: 'reached'; externalId?: undefined; from: Identity; until: string; ack: 2 | 3 }
  /**
   * A part of one of our messages is at a network that chooses the ids. Everything that it says of the part names `networkId`.
   * `aliases`: other identities of the customer, which the network has told with it. `takenAt`: since when, by its own clock.
   */
  | {
      kind: 'taken'
      externalId: string
      from: Identity
      aliases?: Identity[]
      networkId: string
      part: number
      parts: number
      takenAt?: string
    }
  /**
   * A network that chooses the ids has not delivered a part that it had taken: nobody got it. `mayTryAgain`: the reason passes, so
   * it is sent again by itself; `mayEncode`: the same in another form of its file, once. `details`: what the network says of it, for
   * the attendant.
   */
  | {
      kind: 'failed'
      externalId: string
      from?: undefined
      reason: string
      details?: string
      mayTryAgain?: true
      mayEncode?: true
    }
  /** The customer has other identities from now on: another number, or another id. */
  | { kind: 'moved'; externalId: string; from: Identity; aliases?: Identity[]; now: Identity[]; doneAt?: string }
  | (MessageChange & { kind: 'edit'; body: string })
  | (MessageChange & { kind: 'delete' })
  /** An empty emoji removes the reaction. */
  | (MessageChange & { kind: 'reaction'; emoji: string })
  /** The outcome of a call. `byItself`: refused automatically, because the company takes no calls. */
  | (MessageChange & { kind: 'call'; outcome: CallOutcome; byItself?: boolean })
  /** The name of a group, and the identities of its admins, who may delete messages of others. */
  | { kind: 'group'; externalId: string; from: Identity; subject: string; admins: Identity[] }

/** What a network takes for a message. */
export interface Price {
  isBilled: boolean
  /** As the network calls them. */
  type: string
  category: string
}

export type CallOutcome = 'missed' | 'refused' | 'answered'

/** A message from before the connection was linked, imported later. */
export type PastMessage = Extract<Inbound, { kind: 'message' }> & {
  sentAt: string
  /** The ack of one of our messages. */
  ack: 1 | 2 | 3 | 4
}

/** The current state of a change to an imported message. */
export type PastChange = Extract<Inbound, { kind: 'edit' | 'delete' | 'reaction' }>
export type PastReaction = Extract<PastChange, { kind: 'reaction' }>

/** Old messages, as a network sends them at once. */
export interface History {
  /** Oldest first within each chat. */
  messages: PastMessage[]
  /** Edits, deletions and reactions. */
  changes: PastChange[]
  /** The names that people chose for themselves. */
  names: { identity: Identity; name: string }[]
  /** Files of messages that were sent before without them. */
  files?: PastFile[]
}

export interface PastFile {
  externalId: string
  body: string
  mediaType: string
  media: Exclude<InboundMedia, { fileId: number }>
}

/** A part of a history as the network sent it, and whose it is, in the terms of its channel. */
export interface StoredHistory {
  bytes: Uint8Array
  own: Record<string, string>
}

/** Events of one lane are processed in order: everything of one customer on one connection. */
export const laneOf = (from: Identity): string => `${from.kind}:${from.value}`

/** `campaigns`: what people write, and answers to them, still go. `templates`: those alone do not. */
export type LimitScope = 'everything' | 'new_chats' | 'campaigns' | 'templates'

/** A limit of the network: the number may not send for some time. */
export interface SendingLimit {
  scope: LimitScope
  /** ISO time. Undefined if the network does not say; then we wait longer each time. */
  until?: string
}

/** A new limit, or the end of one. */
export type LimitNews = { isOn: true; limit: SendingLimit } | { isOn: false; scope: LimitScope }

/**
 * `retry`: may succeed later; `isOfPair`: the network wants a long pause between messages to this customer; `limit`: what else it wants meanwhile; `encodes`: it may take the file in another form;
 * `isPassing`: few more tries, with growing pauses. `rejected`: never will; `reason` is an error code for the attendant, and `details` what the network says of it. `held`: the
 * connection is offline or limited, so this does not count as a try of the message. `mayHaveLeft`: the connection was lost
 * before the network answered, so the message is sent again with the same id or not at all. `uncertain`: nobody knows
 * whether it was sent, and it must not be sent again by itself, because the network would not recognise it (R6); `part`: which part
 * of it.
 */
export type SendResult =
  | { status: 'sent' }
  | { status: 'uncertain'; part?: number }
  | { status: 'retry'; reason: string; isOfPair?: true; limit?: SendingLimit; encodes?: true; isPassing?: true }
  | { status: 'held'; limit?: SendingLimit; mayHaveLeft?: true }
  | { status: 'rejected'; reason: string; details?: string }

/** A customer on a connection, with the address that the network uses now. */
export interface Customer {
  companyId: number
  connectionId: number
  address: string
}

/** A person whom a linked phone knows. */
export interface PhoneContact {
  /** In digits, with the country code. */
  number: string
  lid?: string
  /** As saved on the phone; empty: it does not say. */
  name: string
  /** The name that they chose for themselves; empty: it does not say. */
  pushName: string
  /** In its phone book, or with a chat of their own. Otherwise only somebody's own name is told. */
  isKnown: boolean
}

/** A question that only the network can answer, or an action only it can do. */
export type Question =
  /** The address of a number at the network; null: the number has no account. */
  | (Customer & { about: 'number' })
  | (Customer & { about: 'block'; isBlocked: boolean })
  /** The address of the customer's picture; null: there is none or it is hidden. */
  | (Customer & { about: 'picture' })
  /** The whole phone book of the phone, which is then stored as it is when it changes. The answer is null. */
  | { about: 'phoneBook'; companyId: number; connectionId: number }
  /** What the network limits now, which is then stored as when it tells so by itself. The answer is null. */
  | { about: 'limits'; companyId: number; connectionId: number }

export type Doing = 'composing' | 'recording' | 'paused'
export type CustomerPresence = Doing | 'available' | 'unavailable'

/**
 * The file cannot be fetched now because the connection is offline or another process runs it. This does not count as a
 * try.
 */
export class FetchHeld extends Error {}

/**
 * How fast a network accepts messages of one connection. Automatic messages may use only a part of it, so that messages
 * of people do not wait for them.
 */
export interface Pace {
  /** Sends in flight at the same time. */
  atOnce: number
  /** Sends started per second. */
  perSecond: number
  automatic: { atOnce: number; perSecond: number }
}

/** A way to reach customers, implemented once per network. It knows nothing of tickets. */
export interface Channel {
  readonly facts: ChannelFacts
  readonly pace: Pace
  send(outbound: Outbound): Promise<SendResult>
  /**
   * For channels whose connections need a process of their own: those that this process can send on now. Messages of
   * the others wait.
   */
  served?(companyId: number): number[]
  /** Reports what the attendant does now. May be lost. */
  typing?(to: Customer & { doing: Doing; author: string }): void
  /** A user has opened the conversation: subscribes to the customer's presence if the network requires that. */
  watch?(customer: Customer): void
  /** Throws if the network cannot be asked now or does not answer. */
  ask?(question: Question): Promise<string | null>
  /**
   * Fetches a file by its reference. Throws if it cannot be fetched now; `FetchHeld` if that does not count as a try.
   */
  fetch?(source: Record<string, unknown>): Promise<NodeJS.ReadableStream>
  /** For channels that send old messages: reads a part of them. Throws if it is a file that cannot be fetched now. */
  readHistory?(key: { companyId: number; connectionId: number }, part: StoredHistory): Promise<History>
}
