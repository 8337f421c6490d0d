import type { Channel as ChannelName } from '@guiche/contract'
import type { Identity } from './identity.ts'

/** The channel as stored with a connection. WhatsApp has two: a paired phone, and Meta's API. */
export type StoredChannel = ChannelName | 'whatsapp_cloud'

/** How long after sending a message can be changed, in ms. */
export type ChangeWindow = number | 'always' | 'never'

/** How much a message may offer in one form. */
export interface ChoicesRoom {
  /** Options. */
  readonly most: number
  /** Of an option, in characters. */
  readonly titleLength: number
  /** Of the text above them, in characters. */
  readonly textLength: number
}

/**
 * What is true for every connection of a channel. The product checks facts and never the name of a channel, so a new
 * channel only needs its facts.
 */
export interface ChannelFacts {
  readonly name: StoredChannel
  /** The channel that people and clients see. */
  readonly shownAs: ChannelName
  /** What clients call the way to it: WhatsApp is reached by a paired phone, or officially. */
  readonly provider: 'beta' | 'official'
  /** Kinds of identity that can be written to; a phone number is preferred. */
  readonly reachedBy: readonly Identity['kind'][]
  /** Other kinds of identity of its customers. */
  readonly alsoKnownBy: readonly Identity['kind'][]
  /** How a connection is linked: a phone scans a code, an account at the network, or not at all. */
  readonly linkedBy: 'phone' | 'account' | 'nothing'
  /** Its customers are visitors of our own windows: the connection's token is a public address. */
  readonly hasVisitors: boolean
  /** Whether an attendant may write first. Otherwise only the customer can start a conversation. */
  readonly mayStartConversation: boolean
  /** How long after the customer's last message free answers are allowed, in ms. */
  readonly answerWindow: number | 'always'
  /** The same for answers that a person has written, where the installation may send those for longer. */
  readonly personsWindow: number | 'always'
  /**
   * Who chooses the id of a message that we send. A network that chooses it does not recognise a message that is sent twice, and
   * may take one message in several parts.
   */
  readonly idsBy: 'us' | 'network'
  /** Whether there are templates: messages with approved wording, which may be sent outside of the answer window. */
  readonly templates: boolean
  /** Answers to tap that a message may offer, as buttons and in a list. Null: none, so that menus are texts with numbers. */
  readonly choices: { readonly [form in 'buttons' | 'list']: ChoicesRoom | null } | null
  readonly edits: ChangeWindow
  readonly deletions: ChangeWindow
  readonly reactions: boolean
  /** Whether the network reports what the customer does, such as typing. */
  readonly presence: boolean
  /** Whether the network reports that a message was read. */
  readonly readTicks: boolean
  /** Whether the network shows pictures of its customers. */
  readonly pictures: boolean
  readonly groups: boolean
  /** In characters, per message. */
  readonly textLimit: number
  /** Whether the network can tell if a phone number has an account. */
  readonly checksNumbers: boolean
  /**
   * When the network sends old messages: whenever a phone is linked, once in the life of a connection, or never. What comes once is
   * asked for by itself, and cannot be asked for again.
   */
  readonly sendsHistory: 'whenLinked' | 'once' | 'never'
  /**
   * How the ids of this way to the network begin, if the same number may be known by another way, with other ids for the same
   * messages. Null: there is no other way.
   */
  readonly idPrefix: string | null
  /** The id that the message has by the other way, if an id of this way holds it. Null: there is no other way. */
  readonly otherIdIn: ((id: string) => string | undefined) | null
}
