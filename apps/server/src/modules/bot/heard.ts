import type { TicketStatus } from '@guiche/contract'
import type { BotMedia, MessageEvent } from './decide/turn.ts'

/** What a message says. */
export interface Said {
  text: string
  /** What the customer tapped. */
  choiceId?: string | undefined
  mediaType: string
  hasFile: boolean
}

/** A message that was received and stored. */
export interface Heard extends Said {
  id: number
  ticketId: number
  connectionId: number
  /** Of its ticket, before it came. */
  status: TicketStatus
  hasQueue: boolean
  /** A service outside answers its customer. */
  hasService: boolean
  isFirst: boolean
  isEcho: boolean
  isCall: boolean
  isMissed: boolean
  sentAt: Date
}

const texts = new Set(['conversation', 'extendedTextMessage'])

export function mediaOf({ mediaType, hasFile }: Said): BotMedia {
  if (mediaType.startsWith('audio')) return 'audio'
  if (mediaType.startsWith('video')) return 'video'
  return hasFile || !texts.has(mediaType) ? 'other' : 'none'
}

export const eventOf = (message: Heard): MessageEvent => ({
  id: message.id,
  text: message.text,
  choiceId: message.choiceId,
  media: mediaOf(message),
  isFirst: message.isFirst,
  isMissed: message.isMissed,
  isCall: message.isCall,
  isEcho: message.isEcho,
  at: message.sentAt,
})
