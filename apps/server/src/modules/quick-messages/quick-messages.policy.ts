import { type Actor, type UserActor, userIdOf } from '#platform/context'
import { noPermission } from '#platform/errors'

/** What the rights of a quick message depend on. */
export interface Owned {
  user_id: number
  is_general: boolean
}

export const managesAll = (actor: Actor): boolean => actor.kind !== 'user' || actor.profile !== 'user'

/** General ones are for everybody, others for who made them; admins and supervisors see all. */
export const seesQuickMessage = (actor: Actor, { user_id, is_general }: Owned): boolean =>
  managesAll(actor) || is_general || user_id === userIdOf(actor)

/** Admins and supervisors change all, users their own that are not general. */
export function assertMayChange(actor: UserActor, { user_id, is_general }: Owned): void {
  if (managesAll(actor)) return
  if (is_general || user_id !== actor.userId) throw noPermission()
}

export function assertMayMakeGeneral(actor: UserActor): void {
  if (!managesAll(actor)) throw noPermission()
}
