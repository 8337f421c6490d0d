import type { Place } from '@guiche/contract'

/** A stored file. */
export interface OutboundMedia {
  storageKey: string
  mime: string
  name: string
}

/** What an answer refers to, as far as a network wants it repeated. */
export interface Quoted {
  externalId: string
  fromMe: boolean
  body: string
  mediaType: string
  /** Of its file, should it have one. */
  media?: Pick<OutboundMedia, 'mime' | 'name'>
  /** In a group: who wrote it, as the network writes them there. */
  author?: string
}

/** The message that something is done about. `externalId` is ours, chosen before the first try and the same at every one. */
interface About {
  companyId: number
  connectionId: number
  /** As the network writes the customer now. */
  address: string
  messageId: number
  externalId: string
}

/** A new message. */
interface Said extends About {
  quoted?: Quoted
  isForwarded?: boolean
}

/** Who wrote a message that is there already. */
interface Whose {
  fromMe: boolean
  /** In a group, where somebody else did: as the network writes them there. */
  author?: string
}

export interface OutboundText extends Said {
  kind: 'text'
  body: string
}

/** A file, shown as what it is; `document` goes with everything. */
export interface OutboundFile extends Said {
  kind: 'media'
  media: OutboundMedia
  shownAs: 'image' | 'video' | 'audio' | 'sticker' | 'document'
  caption: string
}

export interface OutboundCards extends Said {
  kind: 'contacts'
  vCards: string[]
}

export interface OutboundLocation extends Said {
  kind: 'location'
  place: Place
}

/** A message that is sent. */
export type OutboundMessage = OutboundText | OutboundFile | OutboundCards | OutboundLocation

/** Of one of our messages. */
export interface OutboundEdit extends About {
  kind: 'edit'
  body: string
}

export interface OutboundDeletion extends About, Whose {
  kind: 'delete'
}

/** An empty emoji takes the reaction back. */
export interface OutboundReaction extends About, Whose {
  kind: 'reaction'
  emoji: string
}

/** The customer's messages that were seen; it is about the last of them. */
export interface OutboundRead extends About {
  kind: 'read'
  readIds: string[]
  /** In a group: who wrote each of them. */
  readAuthors?: Record<string, string>
}

/** One thing to do at the network. What the attendant is doing is told by `typing`: it is worth nothing a moment later. */
export type Outbound = OutboundMessage | OutboundEdit | OutboundDeletion | OutboundReaction | OutboundRead
