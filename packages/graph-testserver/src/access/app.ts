import { someId, someSecret } from '../ids.ts'
import type { WebhookObject } from '../webhooks/parcel.ts'

export interface Subscription {
  url: string
  verifyToken: string
  fields: Set<string>
}

export interface AppOptions {
  id?: string
  secret?: string
  /** Where the login window may go to; anywhere if nothing is said. */
  redirectUris?: string[]
}

/** An app at Meta: who calls, and who is told. */
export class App {
  readonly kind = 'app'
  readonly id: string
  readonly name: string
  secret: string
  /** The configuration of Embedded Signup. */
  readonly configId = someId()
  readonly subscriptions = new Map<WebhookObject, Subscription>()
  readonly redirectUris: string[]
  /** What Meta has approved beyond the permissions. */
  readonly features = new Set(['HUMAN_AGENT', 'USER_PROFILES'])
  /** The switch "Require App Secret" of the app. */
  requiresProof = false
  /** Calls of any kind are refused with this code, such as 4. */
  refusedWith: number | undefined

  constructor(name: string, { id = someId(), secret = someSecret(), redirectUris = [] }: AppOptions = {}) {
    this.name = name
    this.id = id
    this.secret = secret
    this.redirectUris = redirectUris
  }

  /** The token that stands for the app itself. */
  get token(): string {
    return `${this.id}|${this.secret}`
  }
}
