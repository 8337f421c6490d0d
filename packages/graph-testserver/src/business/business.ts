import type { App } from '../access/app.ts'
import { someId, someUserId } from '../ids.ts'
import type { Person } from '../people/person.ts'
import type { World } from '../world.ts'
import { Account, type AccountOptions } from './account.ts'

const messagingScopes = ['whatsapp_business_messaging', 'whatsapp_business_management', 'business_management']

/** How many people a portfolio reaches in a day, by the name of the tier. */
export const tiers = {
  TIER_250: 250,
  TIER_2K: 2000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: Infinity,
} as const

export type Tier = keyof typeof tiers

/** A business portfolio, with its WhatsApp accounts. */
export class Business {
  readonly kind = 'business'
  readonly id: string
  readonly name: string
  readonly accounts: Account[] = []
  isVerified = true
  tier: Tier = 'TIER_250'
  readonly world: World
  readonly #userIds = new Map<Person, string>()
  #parentIds = new Map<Person, string>()
  /** When each person was last reached outside of the window. */
  readonly #reached = new Map<Person, Date>()

  constructor(world: World, name: string, { id = someId() }: { id?: string } = {}) {
    this.world = world
    this.id = id
    this.name = name
  }

  account(name = this.name, options: AccountOptions = {}): Account {
    const account = new Account(this, name, options)
    this.accounts.push(account)
    return this.world.directory.add(account)
  }

  /** A token of a system user, who may do everything unless the test says otherwise. */
  token(app: App, { scopes = messagingScopes, days }: { scopes?: readonly string[]; days?: number } = {}): string {
    const issuedAt = this.world.clock.now()
    const expiresAt = days === undefined ? undefined : new Date(issuedAt.getTime() + days * 86_400_000)
    const { tokens } = this.world
    return tokens.issue({ kind: 'SYSTEM_USER', app, scopes: new Set(scopes), issuedAt, expiresAt, business: this })
      .value
  }

  /** Both know people by the same ids from now on, beside those of their own. */
  linkWith(other: Business): void {
    this.#parentIds = other.#parentIds
  }

  /** The id of a person within all portfolios that are linked with this one. */
  parentIdOf(person: Person): string {
    const known = this.#parentIds.get(person) ?? someUserId(`${person.country}.ENT`)
    this.#parentIds.set(person, known)
    return known
  }

  userIdOf(person: Person): string {
    const known = this.#userIds.get(person) ?? someUserId(person.country)
    this.#userIds.set(person, known)
    return known
  }

  /** Chooses the id, or gives a new one as after a change of the number. Returns the old one. */
  renameUser(person: Person, userId = someUserId(person.country)): string {
    const old = this.userIdOf(person)
    this.#userIds.set(person, userId)
    return old
  }

  knows(person: Person, userId: string): boolean {
    return this.#userIds.get(person) === userId || this.#parentIds.get(person) === userId
  }

  /** Whether one more person may be written to outside of the window; counted if so. */
  mayReach(person: Person): boolean {
    const now = this.world.clock.now()
    const dayAgo = now.getTime() - 86_400_000
    for (const [one, at] of this.#reached) if (at.getTime() <= dayAgo) this.#reached.delete(one)
    if (!this.#reached.has(person) && this.#reached.size >= tiers[this.tier]) return false
    this.#reached.set(person, now)
    return true
  }
}
