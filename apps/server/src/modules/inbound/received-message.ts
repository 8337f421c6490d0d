import type { Absence, Inbound } from '@guiche/channel'
import type { TicketStatus } from '@guiche/contract'

export type InboundMessage = Extract<Inbound, { kind: 'message' }>

/** Something that happens to a stored message. */
export type InboundEvent = Exclude<Inbound, { kind: 'message' | 'group' | 'reached' | 'taken' | 'failed' | 'moved' }>

export interface ReceivedMessage {
  id: number
  ticketId: number
  connectionId: number
  externalId: string
  /** Whether it created or reopened its ticket. */
  isFirst: boolean
  /** Of its ticket, before it came. */
  status: TicketStatus
  hasQueue: boolean
  /** A service outside answers its customer. */
  hasService: boolean
  text: string
  /** What the customer tapped. */
  choiceId: string | undefined
  mediaType: string
  hasFile: boolean
  sentAt: Date
  /** Written by the company on the phone itself. */
  isEcho: boolean
  isCall: boolean
  /** Sent while the connection was offline, so it gets no automatic answer. */
  missed: Absence | undefined
  /** Another program of the company serves the customer, so it gets none either. */
  isForAnother: boolean
}
