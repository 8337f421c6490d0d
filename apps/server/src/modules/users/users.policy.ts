import type { Api, Parsed } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import { noPermission } from '#platform/errors'

export type UserChange = Parsed<Api['updateUser']>['body']

interface Target {
  id: number
  is_super: boolean
}

/** Addresses are for admins and for oneself (S41). */
export const seesEmailOf = (actor: UserActor, userId: number) => actor.profile === 'admin' || actor.userId === userId

/** Oneself, or an admin; but a super user is changed by nobody below, or an admin of the platform's company could become one. */
export function assertMayChange(actor: UserActor, target: Target): void {
  const isAllowed = actor.userId === target.id || (actor.profile === 'admin' && (actor.isSuper || !target.is_super))
  if (!isAllowed) throw noPermission()
}

/**
 * Of what was sent, what this caller may change (S22): clients of the family send the whole user back. What they may not
 * is left out; when nothing remains, it was an attempt.
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
  farewellMessage,
  password,
  currentPassword,
}: UserChange): UserChange => ({
  name,
  language,
  defaultTheme,
  defaultMenu,
  farewellMessage,
  password,
  currentPassword,
})

const isEmpty = (change: UserChange) => Object.values(change).every((value) => value === undefined)
