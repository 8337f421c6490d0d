import type { Absence, Inbound } from '@guiche/channel'

export type InboundMessage = Extract<Inbound, { kind: 'message' }>

/** What happens to a message that is here. */
export type InboundEvent = Exclude<Inbound, { kind: 'message' | 'group' }>

export interface ReceivedMessage {
  id: number
  ticketId: number
  connectionId: number
  externalId: string
  /** It made or reopened its ticket. */
  isFirst: boolean
  /** One of us wrote it, on the phone itself. */
  isEcho: boolean
  isCall: boolean
  /** Written while its line was away: no machine answers it. */
  missed: Absence | undefined
}
