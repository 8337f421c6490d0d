import type { PlanFeature } from '@guiche/contract'
import type { Db } from './database/connect.ts'
import type { FactKind, Facts } from './facts.ts'
import type { JobName, Jobs } from './work/jobs.ts'
import type { WorkerName } from './work/wakes.ts'

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
  /** What the plan of their company has. */
  readonly features: readonly PlanFeature[]
  /** In ms since 1970; undefined: it does not end. */
  readonly subscriptionEndsAt: number | undefined
}

/** What acts by itself, for a company as a whole: it sees and may change all of that company, and of no other. */
export type MachineActor =
  /** Answers customers in the name of the house; for the person, if any, in whose name it speaks. */
  | { readonly kind: 'bot'; readonly companyId: number; readonly forUserId: number | null }
  | { readonly kind: 'campaign'; readonly companyId: number; readonly campaignId: number }
  | { readonly kind: 'schedule'; readonly companyId: number; readonly scheduleId: number }
  /** A program of the company, with the token of one of its connections. */
  | { readonly kind: 'api'; readonly companyId: number; readonly connectionId: number }
  /** Brings in what a phone has of the past. */
  | { readonly kind: 'import'; readonly companyId: number; readonly connectionId: number }
  /** What comes in from networks. */
  | { readonly kind: 'connection'; readonly companyId: number }
  /** Timers, jobs, and what the server tells browsers. */
  | { readonly kind: 'system'; readonly companyId: number }

/** Who acts is never guessed. Verbs take any actor; where only a person can be meant, they take `UserCtx`. */
export type Actor = UserActor | MachineActor

/** The person who acts, if it is one. */
export const userIdOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.userId : null)

/** As logs name them. */
export function nameOfActor(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return `user ${actor.userId}`
    case 'campaign':
      return `campaign ${actor.campaignId}`
    case 'schedule':
      return `schedule ${actor.scheduleId}`
    case 'api':
    case 'import':
      return `${actor.kind} of connection ${actor.connectionId}`
    case 'bot':
    case 'connection':
    case 'system':
      return actor.kind
  }
}

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
  /** After the commit the worker is woken, once: there is something for it in this company. */
  wake(worker: WorkerName): void
  /** For what must not happen before the commit and may be lost with the process, such as clearing a cache. */
  afterCommit(work: () => void): void
  /** Runs when nothing of this unit of work was kept. Not when the connection broke during the commit: then nobody knows. */
  afterRollback(work: () => void): void
}
export type UserCtx = Ctx<UserActor>

/** The same unit of work for somebody else: a person closes a ticket, and the bot says goodbye. */
export function actingAs<A extends Actor>(ctx: Ctx, actor: A): Ctx<A> {
  if (actor.companyId !== ctx.companyId) throw new Error('a unit of work stays in its company')
  return { ...ctx, actor }
}

/** The house answers by itself, in the name of whoever acts. */
export const asBot = (ctx: Ctx): Ctx =>
  actingAs(ctx, { kind: 'bot', companyId: ctx.companyId, forUserId: userIdOf(ctx.actor) })
