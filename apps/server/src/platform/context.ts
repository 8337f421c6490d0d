import type { Db } from './database/connect.ts'
import type { FactKind, Facts } from './facts.ts'
import type { JobName, Jobs } from './jobs.ts'

/** A person of the company, as their session has it now. */
export interface UserActor {
  readonly kind: 'user'
  readonly companyId: number
  readonly userId: number
  readonly sessionId: string
  readonly name: string
  readonly profile: 'admin' | 'supervisor' | 'user'
  readonly isSuper: boolean
  readonly queueIds: readonly number[]
  /** Tickets of every queue, and of none. */
  readonly seesAllTickets: boolean
  readonly seesGroups: boolean
  readonly managesConnections: boolean
  /** Numbers are masked for them (S67). */
  readonly numbersMasked: boolean
  readonly subscriptionExpired: boolean
}

/** Who acts is never guessed: a user, the connection that something came in by, or the system (timers, jobs). */
export type Actor =
  | UserActor
  | { readonly kind: 'connection'; readonly companyId: number }
  | { readonly kind: 'system'; readonly companyId: number }

/** One unit of work: one transaction in one company. */
export interface Ctx<A extends Actor = Actor> {
  readonly companyId: number
  readonly actor: A
  /** Sees and changes this company's rows only. */
  readonly db: Db
  /** Told to the browsers after the commit, in order; kept for those that were away. Ids only. */
  emit<K extends FactKind>(kind: K, ids: Facts[K]): void
  /** Runs after the commit, or never if there is none. */
  enqueue<J extends JobName>(
    name: J,
    payload: Omit<Jobs[J], 'companyId'>,
    options?: { startAfter?: number; key?: string },
  ): Promise<void>
  /** For what must not happen before the commit and may be lost with the process: waking a worker, clearing a cache. */
  afterCommit(work: () => void): void
}
export type UserCtx = Ctx<UserActor>
