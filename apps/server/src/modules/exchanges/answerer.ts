import type { ChannelFacts, Menu } from '@guiche/channel'
import type { AnswererKind } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { OutsideAnswer, OutsideRequest } from '#platform/outside/outside'

export type { AnswererKind } from '@guiche/contract'

/** Services that answer customers. Each kind is installed where the application is put together. */
export interface Answerer {
  readonly kind: AnswererKind
  /**
   * In a unit of work: before it is asked, and again before its answer is stored. Undefined: it is gone, switched off, or
   * no part of the plan any more, and a person answers.
   */
  find(ctx: Ctx, id: number): Promise<FoundAnswerer | undefined>
  /**
   * Outside of any unit of work. It may run twice for the same message, and only one answer is stored. Throws
   * `AnswerFailed` or `OutsideFailed` if there is none: the customer gets the fallback text and a person.
   */
  answer(asked: Asked): Promise<Answer>
}

export interface FoundAnswerer {
  /** For people, in notes and traces. */
  name: string
  /** In ms: for everything that is asked for one message. At most `longestTime`. */
  timeLimit: number
  /** What the customer reads if it fails. Empty: the text of the product. */
  fallback: string
  /** Where the customer waits for a person if it fails and the ticket has no queue. */
  queueId: number | null
}

/** What an answerer has to know. */
export interface Asked {
  companyId: number
  exchangeId: number
  answererId: number
  /** The language of the company. */
  language: string
  /** Of the company, such as America/Sao_Paulo. */
  timeZone: string
  ticket: { id: number; uuid: string; conversationId: number; queueId: number | null; createdAt: Date }
  contact: {
    id: number
    name: string
    /** The phone number, if there is one. */
    number: string | null
    email: string
    /** As the network knows the customer. */
    address: string
  }
  channel: { facts: ChannelFacts; connectionId: number; connectionName: string }
  /**
   * What the customer has written since the last answer, oldest first; at least one. Several in quick succession get one
   * answer.
   */
  messages: readonly AskedMessage[]
  /** The last message has led to the service, such as a choice in a menu: it says nothing more. */
  isEntry: boolean
  /** What the last answer in this ticket has left. */
  session: unknown
  /** When that was; null: there is no session. */
  sessionAt: Date | null
  /**
   * The only way to call the service. It ends with the time of the exchange and leaves a trace, without headers and
   * queries. `isSecret`: also without the bodies.
   */
  ask(url: string, request: OutsideRequest, options?: { isSecret?: boolean }): Promise<OutsideAnswer>
  /** Ends when the answer is not wanted any more, or its time is over. */
  signal: AbortSignal
}

export interface AskedMessage {
  id: number
  externalId: string
  text: string
  /** The id of the offered answer that the customer has tapped; null: they have written. */
  choiceId: string | null
  /** As it is stored, such as `conversation`, `audio` or `locationMessage`. */
  mediaType: string
  sentAt: Date
  file: AskedFile | null
}

export interface AskedFile {
  id: number
  mime: string
  name: string
  bytes: number
  /** Throws if the file is larger than `most`, in bytes, or did not arrive. */
  read(most: number): Promise<Buffer>
  /** An address of the file for whoever is asked, which ends after 10 to 15 minutes. Null: it did not arrive in time. */
  link(): Promise<string | null>
}

export interface Answer {
  /** In their order. Empty: nothing is said now. At most `mostParts`. */
  parts: readonly AnswerPart[]
  /** Kept until the next message of the ticket. Null: there is none any more. */
  session: unknown
  /** An emoji for the newest message, where the network has reactions. */
  reaction?: string
  /** What happens after the parts were said. */
  control?: AnswerControl
}

/** `after`: in ms, how long it waits after the part before it. */
export type AnswerPart = { after?: number } &
  /** `menu`: what the customer can tap, where the network has that. The text says the same in numbered lines. */
  (
    | { kind: 'text'; text: string; menu?: Menu | undefined }
    /** A file at an address. The caption may be empty. A file that is something else than `is` is not sent. */
    | { kind: 'link'; url: string; caption: string; is?: 'image' | 'sound' }
    /** `otherwise`: the text that is sent if the file cannot be kept. */
    | { kind: 'bytes'; bytes: Buffer; mime: string; name: string; caption: string; otherwise?: string }
  )

/** Ids are checked against the company when the answer is stored. What is not of the company is not done. */
export type AnswerControl =
  /** The customer waits in this queue, for this user if there is one; null: in the queue of the ticket. */
  | { kind: 'handOver'; queueId: number | null; userId?: number | null }
  /** Nothing is asked any more in this ticket, and a person answers. */
  | { kind: 'stopBot' }
  /** With the farewell of the connection. */
  | { kind: 'close' }

export type AnswerFailure =
  | 'refusedAddress'
  | 'unreachable'
  | 'timeout'
  | 'tooLarge'
  | 'notJson'
  | 'status'
  /** It answered nothing, or what it answered makes no sense. */
  | 'badAnswer'
  /** Its key or login was refused. */
  | 'notAllowed'
  /** It has no capacity for us, or no credit. */
  | 'limit'

/** There is no answer. The message is for logs only. */
export class AnswerFailed extends Error {
  readonly kind: AnswerFailure

  constructor(kind: AnswerFailure, message: string = kind, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** In ms. */
export const longestTime = 60_000
export const mostParts = 20

export interface Answerers {
  install(answerer: Answerer): void
  /** Undefined: this installation runs without it. */
  find(kind: AnswererKind): Answerer | undefined
}

export function createAnswerers(): Answerers {
  const installed = new Map<AnswererKind, Answerer>()
  return {
    install: (answerer) => void installed.set(answerer.kind, answerer),
    find: (kind) => installed.get(kind),
  }
}
