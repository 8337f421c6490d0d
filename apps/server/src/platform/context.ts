import type { PlanFeature } from '@guiche/contract'
import type { Db } from './database/connect.ts'
import type { RawBuilder } from './database/sql.ts'
import type { FactKind, Facts } from './facts.ts'
import type { JobName, Jobs } from './work/jobs.ts'
import type { WorkerName } from './work/wakes.ts'

/** A person of the company, with the rights that their session has now. */
export interface UserActor {
  readonly kind: 'user'
  readonly companyId: number
  readonly userId: number
  readonly sessionId: string
  readonly name: string
  /** Where their call comes from; undefined outside of calls. */
  readonly address?: string
  readonly profile: 'admin' | 'supervisor' | 'user'
  readonly isSuper: boolean
  readonly queueIds: readonly number[]
  /** Sees tickets of every queue and tickets without a queue. */
  readonly seesAllTickets: boolean
  readonly seesGroups: boolean
  readonly managesConnections: boolean
  /** May see who serves what now (allowRealTime). */
  readonly seesRealTime: boolean
  /** May see the numbers of the whole company (showDashboard). */
  readonly seesDashboard: boolean
  /** Phone numbers are masked for them (S67). */
  readonly numbersMasked: boolean
  readonly subscriptionExpired: boolean
  /** Features of their company's plan. */
  readonly features: readonly PlanFeature[]
  /** In ms since 1970; undefined: no end. */
  readonly subscriptionEndsAt: number | undefined
}

/** Something that acts for a whole company without a person: it sees and may change everything of that company. */
export type MachineActor =
  /** Answers customers automatically; `forUserId` is the person in whose name it does so. */
  | { readonly kind: 'bot'; readonly companyId: number; readonly forUserId: number | null }
  | { readonly kind: 'campaign'; readonly companyId: number; readonly campaignId: number }
  /** Sends a scheduled message; `forUserId` is the person who wrote it. */
  | {
      readonly kind: 'schedule'
      readonly companyId: number
      readonly scheduleId: number
      readonly forUserId: number | null
    }
  /** A program of the company, with the token of one of its connections. */
  | { readonly kind: 'api'; readonly companyId: number; readonly connectionId: number }
  /** Imports the history of a phone. */
  | { readonly kind: 'import'; readonly companyId: number; readonly connectionId: number }
  /** Stores and processes what networks send; `connectionId` is null for a batch of several connections. */
  | { readonly kind: 'connection'; readonly companyId: number; readonly connectionId: number | null }
  /** Timers, jobs, and the presenters of events. */
  | { readonly kind: 'system'; readonly companyId: number }

/** Everything that happens has an actor. Verbs take any actor; they take `UserCtx` where only a person makes sense. */
export type Actor = UserActor | MachineActor

/** The person who acts, if it is one. */
export const userIdOf = (actor: Actor): number | null => (actor.kind === 'user' ? actor.userId : null)

/** For logs. */
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
    case 'connection':
      return actor.connectionId === null ? 'connections' : `connection ${actor.connectionId}`
    case 'bot':
    case 'system':
      return actor.kind
  }
}

/** One unit of work: one transaction in one company. */
export interface Ctx<A extends Actor = Actor> {
  /** The application that runs it; see `perApplication`. */
  readonly application: object
  readonly companyId: number
  readonly actor: A
  /** Sees and changes rows of this company only. */
  readonly db: Db
  /** All statements see the state of the first one; what was committed after it is not seen. */
  readonly isSnapshot?: boolean
  /**
   * Records a fact. It is published to browsers after the commit, in order, and kept for those that were offline. Ids
   * only.
   */
  emit<K extends FactKind>(kind: K, ids: Facts[K]): void
  /** Enqueues a job in this transaction. */
  enqueue<J extends JobName>(
    name: J,
    payload: Omit<Jobs[J], 'companyId'>,
    options?: { startAfter?: number; key?: string },
  ): Promise<void>
  /**
   * Sends a statement together with the commit, after all followers: once, with all ids that were given for it. For rows that
   * many transactions change: others wait the shorter, and whoever locks such a row and then waits for another one makes
   * deadlocks.
   */
  atEnd(statement: EndStatement, ids?: readonly number[]): void
  /** Wakes the worker after the commit, once: there is work for it in this company. */
  wake(worker: WorkerName): void
  /** Runs after the commit and may be lost with the process, such as clearing a cache. */
  afterCommit(work: () => void): void
  /**
   * Runs when the transaction was rolled back. Not when the connection broke during the commit, because then the result
   * is unknown.
   */
  afterRollback(work: () => void): void
}
export type UserCtx = Ctx<UserActor>
export type EndStatement = (ctx: Ctx, ids: readonly number[]) => RawBuilder<unknown>

/** The same unit of work for another actor: a person closes a ticket, and the bot sends the farewell. */
export function actingAs<A extends Actor>(ctx: Ctx, actor: A): Ctx<A> {
  if (actor.companyId !== ctx.companyId) throw new Error('a unit of work stays in its company')
  return { ...ctx, actor }
}

/** For automatic answers within the unit of work of another actor. */
export const asBot = (ctx: Ctx): Ctx =>
  actingAs(ctx, { kind: 'bot', companyId: ctx.companyId, forUserId: userIdOf(ctx.actor) })
