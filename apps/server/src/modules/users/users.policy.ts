import type { Api, Parsed } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import { noPermission } from '#platform/errors'

export type UserChange = Parsed<Api['updateUser']>['body']

interface Target {
  id: number
  is_super: boolean
}

/** Admins, and the user themselves, see the address (S41). */
export const seesEmailOf = (actor: UserActor, userId: number) => actor.profile === 'admin' || actor.userId === userId

/**
 * Users change themselves, and admins change everybody. Only super users change a super user; otherwise an admin of the
 * platform's company could become one.
 */
export function assertMayChange(actor: UserActor, target: Target): void {
  const isAllowed = actor.userId === target.id || (actor.profile === 'admin' && (actor.isSuper || !target.is_super))
  if (!isAllowed) throw noPermission()
}

/**
 * Reduces a change to what this actor may change (S22). Existing clients send the whole user back, so other fields are
 * ignored; if nothing remains, it is refused.
 */
export function allowedChange(actor: UserActor, target: Target, change: UserChange): UserChange {
  assertMayChange(actor, target)
  const allowed = actor.profile === 'admin' ? forAdmin(actor, target, change) : ownOnly(change)
  if (isEmpty(allowed) && !isEmpty(change)) throw noPermission()
  return allowed
}

function forAdmin(actor: UserActor, target: Target, { super: isSuper, ...change }: UserChange): UserChange {
  const asksSuper = isSuper !== undefined && isSuper !== target.is_super
  return asksSuper && actor.isSuper ? { ...change, super: isSuper } : change
}

const ownOnly = ({
  name,
  language,
  defaultTheme,
  defaultMenu,
  opensNextTicket,
  farewellMessage,
  password,
  currentPassword,
}: UserChange): UserChange => ({
  name,
  language,
  defaultTheme,
  defaultMenu,
  opensNextTicket,
  farewellMessage,
  password,
  currentPassword,
})

const isEmpty = (change: UserChange) => Object.values(change).every((value) => value === undefined)
