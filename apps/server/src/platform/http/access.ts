import type { Access } from '@guiche/contract'
import type { UserActor } from '../context.ts'
import { AppError, noPermission } from '../errors.ts'

/** The rule of each kind of access, in one place. Which tickets, queues and people one may see is decided where they are read. */
const rules: Record<Exclude<Access, 'public' | 'visitor'>, (actor: UserActor) => boolean> = {
  expired: () => true,
  user: () => true,
  manager: (actor) => actor.profile !== 'user',
  connections: (actor) => actor.profile === 'admin' || actor.managesConnections,
  admin: (actor) => actor.profile === 'admin',
  super: (actor) => actor.isSuper,
}

/** Throws ERR_SUBSCRIPTION_EXPIRED (402) or ERR_NO_PERMISSION (403). */
export function assertAccess(access: Exclude<Access, 'public' | 'visitor'>, actor: UserActor): void {
  if (actor.subscriptionExpired && access !== 'expired') throw new AppError('ERR_SUBSCRIPTION_EXPIRED', 402)
  if (!rules[access](actor)) throw noPermission()
}
