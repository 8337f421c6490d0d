import { type Access, type AnonymousAccess, type Endpoint, isAnonymous } from '@guiche/contract'
import type { UserActor } from '../context.ts'
import { AppError, noPermission } from '../errors.ts'

/**
 * The rule of each kind of access. Which tickets, queues and people somebody may see is decided where they are read.
 */
const rules: Record<Exclude<Access, AnonymousAccess>, (actor: UserActor) => boolean> = {
  expired: () => true,
  payer: (actor) => actor.profile === 'admin',
  user: () => true,
  manager: (actor) => actor.profile !== 'user',
  connections: (actor) => actor.profile === 'admin' || actor.managesConnections,
  realTime: (actor) => actor.seesRealTime,
  dashboard: (actor) => actor.seesDashboard,
  admin: (actor) => actor.profile === 'admin',
  super: (actor) => actor.isSuper,
}

/** What a company whose subscription has ended may still do. */
const whenExpired: ReadonlySet<Access> = new Set(['expired', 'payer'])

/** Throws ERR_SUBSCRIPTION_EXPIRED (402), ERR_NO_PERMISSION (403) or ERR_PLAN_LIMIT (403). */
export function assertAccess({ access, feature }: Pick<Endpoint, 'access' | 'feature'>, actor: UserActor): void {
  if (isAnonymous(access)) return
  if (actor.subscriptionExpired && !whenExpired.has(access)) throw new AppError('ERR_SUBSCRIPTION_EXPIRED', 402)
  if (!rules[access](actor)) throw noPermission()
  if (feature !== 'none' && !actor.features.includes(feature)) throw new AppError('ERR_PLAN_LIMIT', 403, { feature })
}
