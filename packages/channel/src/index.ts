import type { ChannelFacts } from './facts.ts'
import type { Identity } from './identity.ts'
import type { Outbound } from './outbound.ts'

export { type Backoff, pauseAfter } from './backoff.ts'
export type { ChangeWindow, ChannelFacts, StoredChannel } from './facts.ts'
export type { Identity } from './identity.ts'
export type {
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
  OutboundText,
  Quoted,
} from './outbound.ts'

interface From {
  from: Identity
  /** Other names of the same customer that the network told with it. */
  aliases?: Identity[]
  /** As the customer calls themselves; may be empty. */
  name: string
  email?: string
  isGroup?: boolean
}

/** Who has spoken in a group, or done something there. */
export interface Author {
  identity: Identity
  /** Other names of the same person that the network told with it. */
  aliases?: Identity[]
  /** As they call themselves; may be empty. */
  name: string
  /** As the network writes them in this group: an answer to them names them so. */
  address: string
}

/** Something that was done to a message that is here already. */
interface Deed {
  externalId: string
  /** The chat that the message stands in, whoever did it. */
  from: Identity
  aliases?: Identity[]
  /** Of a group: who did it. Missing where we did. */
  author?: Author
  /** Done by us, on the phone itself. */
  isEcho?: boolean
  /** By the clock of who did it, where networks tell: what they did before what is known of them changes nothing. */
  doneAt?: string
}

/** Where a file is: here already, or still with the network. */
export type InboundMedia =
  | { fileId: number }
  | { source: Record<string, unknown>; mime: string; name: string; bytes: number | null }

/** How long a connection had no line, as ISO times. */
export interface Absence {
  since: string
  until: string
  /** There was a line, and still it was not told: a comparison has found it, at that time. */
  isGap?: boolean
}

/** What a network sent, in our words. Plain JSON: it is stored before anything is done with it. */
export type Inbound =
  | (From & {
      kind: 'message'
      externalId: string
      /** ISO time of the network; without one, when it reached us. */
      sentAt?: string
      body: string
      mediaType: string
      media?: InboundMedia
      quotedExternalId?: string
      isForwarded?: boolean
      /** Written by us, on the phone itself; `from` is still the customer. */
      isEcho?: boolean
      /** Written while we had no line: nobody could have seen it before, and no machine answers it now. */
      missed?: Absence
      /** Of a group: who in it has spoken. */
      author?: Author
      /** It is a call, which rings from now on; what becomes of it follows. */
      call?: { isVideo: boolean }
    })
  /** Of one of our messages; `upTo`: also of all before it in the same chat. */
  | { kind: 'ack'; externalId: string; ack: 1 | 2 | 3 | 4; upTo?: boolean; from?: Identity }
  | (Deed & { kind: 'edit'; body: string })
  | (Deed & { kind: 'delete' })
  /** An empty emoji takes the reaction back. */
  | (Deed & { kind: 'reaction'; emoji: string })
  /** What became of a call. `byItself`: it was refused because no calls are taken. */
  | (Deed & { kind: 'call'; outcome: CallOutcome; byItself?: boolean })
  /** Of a group: its name, and by what those are known who may take back what others say there. */
  | { kind: 'group'; externalId: string; from: Identity; subject: string; admins: Identity[] }

export type CallOutcome = 'missed' | 'refused' | 'answered'

/** A message of the time before the connection was here, told afterwards. */
export type PastMessage = Extract<Inbound, { kind: 'message' }> & {
  sentAt: string
  /** How far one of ours has come. */
  ack: 1 | 2 | 3 | 4
}

/** What has been done to a message of that time since it was said, as it stands there now. */
export type PastChange = Extract<Inbound, { kind: 'edit' | 'delete' | 'reaction' }>
export type PastReaction = Extract<PastChange, { kind: 'reaction' }>

/** What stays in order on the way in: everything of one customer on one connection. */
export const laneOf = (from: Identity): string => `${from.kind}:${from.value}`

export type LimitScope = 'everything' | 'new_chats'

/** What a network lets a number send no more for a time. */
export interface SendingLimit {
  scope: LimitScope
  /** ISO; absent where the network does not say: the house waits longer each time. */
  until?: string
}

/** A limit that came, or was taken back. */
export type LimitNews = { isOn: true; limit: SendingLimit } | { isOn: false; scope: LimitScope }

/**
 * `retry`: it may pass later. `rejected`: it never will; `reason` is an error code for the attendant. `held`: there was
 * no line, or the number may not send now; that is not the message's doing, and costs it no try.
 */
export type SendResult =
  | { status: 'sent' }
  | { status: 'retry'; reason: string }
  | { status: 'held'; limit?: SendingLimit }
  | { status: 'rejected'; reason: string }

/** A customer on a connection, as the network writes them now. */
export interface Customer {
  companyId: number
  connectionId: number
  address: string
}

/** What only the network can say of a customer, or do about them. */
export type Question =
  /** How it writes the number that is the address; null: nobody there has it. */
  | (Customer & { about: 'number' })
  | (Customer & { about: 'block'; isBlocked: boolean })
  /** Where their picture can be fetched now; null: there is none to be seen. */
  | (Customer & { about: 'picture' })

export type Doing = 'composing' | 'recording' | 'paused'
export type CustomerPresence = Doing | 'available' | 'unavailable'

/** A file cannot be fetched here and now, through no fault of its own: there is no line, or another process has it. */
export class FetchHeld extends Error {}

/**
 * How much a network takes from one connection. Automatic messages may use only a part of it, so that what people write
 * never waits for them.
 */
export interface Pace {
  /** Sends that may be on their way at the same time. */
  atOnce: number
  /** Sends that may begin in a second. */
  perSecond: number
  automatic: { atOnce: number; perSecond: number }
}

/** One way to customers. Implemented once per network; knows nothing of tickets. */
export interface Channel {
  readonly facts: ChannelFacts
  readonly pace: Pace
  send(outbound: Outbound): Promise<SendResult>
  /** Of connections that need an owner: those that this process can send on now. What is to go out on the others waits. */
  served?(companyId: number): number[]
  /** What the attendant is doing. Worth nothing a moment later. */
  typing?(to: Customer & { doing: Doing; author: string }): void
  /** Somebody looks at the conversation: from now on the network is to tell what the customer is doing, where it has to be asked. */
  watch?(customer: Customer): void
  /** Throws when it cannot be asked now, or does not answer. */
  ask?(question: Question): Promise<string | null>
  /** Fetches a file that came as a reference. Throws when it cannot now; `FetchHeld`, when that uses up no try. */
  fetch?(source: Record<string, unknown>): Promise<NodeJS.ReadableStream>
}
