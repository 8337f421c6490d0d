import type { Card, MessageView, GeoLocation } from '@guiche/contract'
import type { Unsent } from '../../lib/sending/outbox.ts'

/** A message that an attendant has sent. */
export interface SentMessage {
  clientId: string
  ticketId: number
  userId: number
  body: string
  isPrivate: boolean
  quoted: MessageView['quotedMsg']
  file: SentFile | null
  /** Contact cards or a location instead of text. */
  thing?: SentThing | undefined
  createdAt: string
}

export type Send = Unsent<SentMessage>

export interface SentFile {
  name: string
  type: string
  size: number
  /** For the preview: an object URL, which is null after a reload, or the address of a stored file. */
  url: string | null
  isSticker?: boolean | undefined
  /** The server has the file already, as that of this quick message. */
  quickMessageId?: number | undefined
}

export type SentContact = Card & { id: number }
export type SentThing = { kind: 'cards'; contacts: SentContact[] } | { kind: 'location'; location: GeoLocation }
