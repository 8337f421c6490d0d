import type { Inbound, Outbound } from '@guiche/channel'
import type { GraphError, StopCause } from '@guiche/meta'

export interface ConnectionKey {
  companyId: number
  connectionId: number
}

/** What opens a page or an account. */
export interface PageAccess {
  pageId: string
  token: string
}

/** What opens a number on the Cloud API. */
export interface NumberOpening {
  numberId: string
  accountId: string
  /** What the ids of its customers belong to. */
  userScope: string
  token: string
  /** Of the company's own. Undefined: that of the installation. */
  app: { appId: string; appSecret: string } | undefined
  /** The app on a phone has the number too, so that it may send much less at once. */
  isOnPhone: boolean
}

export interface SentParts {
  /** Numbers of the parts that the network has. */
  taken: ReadonlySet<number>
  /** What the network calls the message that is replied to. Undefined: what we call it. */
  quotedAs: string | undefined
}

/** In the words of Meta; undefined: it does not say. */
export interface NumberStanding {
  account: string
  portfolio: string | undefined
  tier: string | undefined
  quality: string | undefined
}

/** What the channel asks of the module `network-accounts`. */
export interface MetaHandlers {
  /** Undefined: nothing can be sent until a person has acted. */
  access(key: ConnectionKey): Promise<PageAccess | undefined>
  /** The same for a number. */
  number(key: ConnectionKey): Promise<NumberOpening | undefined>
  /** What the network calls the last message that somebody has written. Undefined: they have written none. */
  lastHeard(key: ConnectionKey, address: string): Promise<string | undefined>
  sentParts(key: ConnectionKey, message: { externalId: string; quotedId: string | undefined }): Promise<SentParts>
  /** Resolves when it is stored that the network has this part. */
  taken(key: ConnectionKey, part: Extract<Inbound, { kind: 'taken' }>): Promise<void>
  /** `token`: what was refused. A newer one may be there already. */
  ended(key: ConnectionKey, refused: { token: string; because: StopCause }): Promise<void>
  /** Meta has refused something. The reason may concern others too. */
  refused(outbound: Outbound, error: GraphError): Promise<void>
  /** What Meta says of a number now. `account`: stands for its portfolio, as long as nobody knows that. */
  standing(key: ConnectionKey, told: NumberStanding): Promise<void>
  /** An address that anybody can fetch the file from for some minutes. */
  linkOf(companyId: number, storageKey: string): string
}
