import type { GeoLocation, SentTemplate } from '@guiche/contract'

/** A stored file. */
export interface OutboundMedia {
  storageKey: string
  mime: string
  name: string
  /** The length of a recording or video, if it is known. */
  seconds?: number
  /** The loudness of a recording in equal parts, from 0 to 100. */
  wave?: number[]
}

/** What networks want repeated of the message that is replied to. */
export interface Quoted {
  externalId: string
  fromMe: boolean
  body: string
  mediaType: string
  /** Of its file, if it has one. */
  media?: Pick<OutboundMedia, 'mime' | 'name'>
  /** In a group: the author, as the network addresses them. */
  author?: string
}

/**
 * The message that an action is about. We choose `externalId` before the first try, and every try uses the same one.
 */
interface ActionTarget {
  companyId: number
  connectionId: number
  /** How the network addresses the customer now. */
  address: string
  messageId: number
  externalId: string
}

/** A new message. */
interface NewMessage extends ActionTarget {
  quoted?: Quoted
  isForwarded?: boolean
  /** Only a person may answer now: the usual window is over, but not that of persons. */
  isLate?: boolean
}

/** The author of an existing message. */
interface AuthorRef {
  fromMe: boolean
  /** In a group: the author of a message that is not ours, as the network addresses them. */
  author?: string
}

/** Answers that the customer can tap. The network may show less of them than of the body, and always sends back `id`. */
export interface Choices {
  shownAs: 'buttons' | 'list'
  /** The label that opens a list. */
  button: string
  options: Choice[]
}

export interface Choice {
  id: string
  title: string
  description?: string
}

export interface OutboundText extends NewMessage {
  kind: 'text'
  body: string
  /** Only on a channel that has them (`ChannelFacts.choices`), and never more than it takes. */
  choices?: Choices
}

/** A file and how to show it; `document` is possible for every type. */
export interface OutboundFile extends NewMessage {
  kind: 'media'
  media: OutboundMedia
  shownAs: 'image' | 'video' | 'audio' | 'sticker' | 'document'
  caption: string
  /** The network did not take the file as it is, so it goes in another form. */
  isRefused?: true
}

export interface OutboundCards extends NewMessage {
  kind: 'contacts'
  vCards: string[]
}

export interface OutboundLocation extends NewMessage {
  kind: 'location'
  location: GeoLocation
}

/** A message whose wording the network has approved. Other networks would get its text. */
export interface OutboundTemplate extends NewMessage {
  kind: 'template'
  /** As the customer reads it. */
  body: string
  template: SentTemplate
  /** For its header. */
  media?: OutboundMedia
}

/** A message to send. */
export type OutboundMessage = OutboundText | OutboundFile | OutboundCards | OutboundLocation | OutboundTemplate

/** Only for our own messages. */
export interface OutboundEdit extends ActionTarget {
  kind: 'edit'
  body: string
}

export interface OutboundDeletion extends ActionTarget, AuthorRef {
  kind: 'delete'
}

/** An empty emoji removes the reaction. */
export interface OutboundReaction extends ActionTarget, AuthorRef {
  kind: 'reaction'
  emoji: string
}

/** Read receipts for these messages; `externalId` is that of the last one. */
export interface OutboundRead extends ActionTarget {
  kind: 'read'
  readIds: string[]
  /** In a group: the author of each message. */
  readAuthors?: Record<string, string>
}

/** One action at the network. */
export type Outbound = OutboundMessage | OutboundEdit | OutboundDeletion | OutboundReaction | OutboundRead
