import type { UserActor } from '#platform/context'
import { badRequest } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { hashPassword, isAcceptable } from '#platform/security/passwords'
import { type Sessions, type UserRow, assertOwnPassword } from '#modules/sessions'
import type { UserChange } from './users.policy.ts'

type PasswordDeps = Pick<Deps, 'units'> & { sessions: Pick<Sessions, 'guard'> }

/** Admins and super users need a stronger password (docs/requirements/security.md). */
export async function hashNew(
  password: string,
  { profile, isSuper = false }: { profile: UserRow['profile']; isSuper?: boolean },
): Promise<string> {
  if (!isAcceptable(password, { strong: isSuper || profile === 'admin' })) throw badRequest('ERR_WEAK_PASSWORD')
  return hashPassword(password)
}

interface Choice {
  actor: UserActor
  target: UserRow
  change: UserChange
  address: string
}

/**
 * The hash of a password that a user chose, or an admin chose for them; undefined if none was given. To change their
 * own password, or the e-mail or number by which it is recovered, a user must give the current password. Slow, so it runs
 * outside of a unit of work.
 */
export async function chosenPassword(
  deps: PasswordDeps,
  { actor, target, change, address }: Choice,
): Promise<string | undefined> {
  const changesEmail = change.email !== undefined && change.email.toLowerCase() !== target.email.toLowerCase()
  const changesNumber = change.wpp !== undefined && (change.wpp ?? '') !== (target.phone ?? '')
  if (actor.userId === target.id && (change.password || changesEmail || changesNumber))
    await assertOwnPassword(deps, { actor, password: change.currentPassword ?? '', address })
  if (!change.password) return undefined
  return hashNew(change.password, { profile: change.profile ?? target.profile, isSuper: target.is_super })
}
