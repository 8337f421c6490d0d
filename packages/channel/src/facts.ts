import type { Channel as ChannelName } from '@guiche/contract'
import type { Identity } from './identity.ts'

/** As a connection's channel is stored. WhatsApp has two: a paired phone, and the network's own API. */
export type StoredChannel = ChannelName | 'whatsapp_cloud'

/** For how long after it was sent something can be done to a message, in ms; 'always' is without an end, 'never' not at all. */
export type ChangeWindow = number | 'always' | 'never'

/**
 * What holds for every connection of a channel. The product asks for a fact, never for the name of a channel, so that
 * another channel is added by writing its facts.
 */
export interface ChannelFacts {
  readonly name: StoredChannel
  /** The channel that people and clients see. */
  readonly shownAs: ChannelName
  /** By what its customers can be written to; a telephone number is preferred. */
  readonly reachedBy: readonly Identity['kind'][]
  /** By what else its customers are known. */
  readonly alsoKnownBy: readonly Identity['kind'][]
  /** What a connection needs before it works: a phone that scans a code, an account at the network, or nothing. */
  readonly linkedBy: 'phone' | 'account' | 'nothing'
  /** Its customers are visitors of our own windows: the connection's token is a public address, and they see what we show them. */
  readonly hasVisitors: boolean
  /** May an attendant write first? Otherwise a conversation begins with the customer. */
  readonly mayBeginTalk: boolean
  /** For how long after the customer's last message it may be answered freely, in ms; 'always' is without an end. */
  readonly answerWindow: number | 'always'
  /** Messages with approved wording, the only ones that may be sent outside of the answer window. */
  readonly templates: boolean
  readonly edits: ChangeWindow
  readonly deletions: ChangeWindow
  readonly reactions: boolean
  /** Does the customer's side tell what they are doing, such as typing? */
  readonly presence: boolean
  /** Does the network tell that a message was read? */
  readonly readTicks: boolean
  readonly groups: boolean
  /** The longest text of one message, in characters. */
  readonly textLimit: number
  /** Can the network say whether somebody has a telephone number there? */
  readonly checksNumbers: boolean
  /** Does a new link tell messages of the time before? */
  readonly tellsPast: boolean
}
