import type { Inbound } from '@guiche/channel'
import type { StopCause } from '@guiche/meta'

export interface ConnectionKey {
  companyId: number
  connectionId: number
}

/** What opens a page or an account. */
export interface PageAccess {
  pageId: string
  token: string
}

export interface SentParts {
  /** Numbers of the parts that the network has. */
  taken: ReadonlySet<number>
  /** What the network calls the message that is replied to. Undefined: what we call it. */
  quotedAs: string | undefined
}

/** What the channel asks of the module `network-accounts`. */
export interface MetaHandlers {
  /** Undefined: nothing can be sent until a person has acted. */
  access(key: ConnectionKey): Promise<PageAccess | undefined>
  sentParts(key: ConnectionKey, message: { externalId: string; quotedId: string | undefined }): Promise<SentParts>
  /** Resolves when it is stored that the network has this part. */
  taken(key: ConnectionKey, part: Extract<Inbound, { kind: 'taken' }>): Promise<void>
  /** `token`: what was refused. A newer one may be there already. */
  ended(key: ConnectionKey, refused: { token: string; because: StopCause }): Promise<void>
  /** An address that anybody can fetch the file from for some minutes. */
  linkOf(companyId: number, storageKey: string): string
}
