import type { UserActor } from '#platform/context'
import { badRequest } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { hashPassword, isAcceptable, isPassword } from '#platform/security/passwords'
import { type Sessions, type UserRow, findPasswordHash } from '#modules/sessions'
import type { UserChange } from './users.policy.ts'

type PasswordDeps = Pick<Deps, 'units'> & { sessions: Pick<Sessions, 'guard'> }

/** Admins and super users can do more, so more is asked of them (design/security.md, decision 3). */
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
 * The hash of the password that somebody chose for themselves or an admin for them; undefined: none was given. Who changes
 * their own password or e-mail proves that they know the present password. Slow, so outside of a unit of work.
 */
export async function chosenPassword(
  deps: PasswordDeps,
  { actor, target, change, address }: Choice,
): Promise<string | undefined> {
  const changesEmail = change.email !== undefined && change.email.toLowerCase() !== target.email.toLowerCase()
  if (actor.userId === target.id && (change.password || changesEmail))
    await assertKnown(deps, { actor, target, password: change.currentPassword ?? '', address })
  if (!change.password) return undefined
  return hashNew(change.password, { profile: change.profile ?? target.profile, isSuper: target.is_super })
}

/** Whoever finds an open browser must not be able to take the account over, nor to guess here what they may not guess at the door. */
async function assertKnown(
  { units, sessions }: PasswordDeps,
  { actor, target, password, address }: { actor: UserActor; target: UserRow; password: string; address: string },
) {
  const attempt = await sessions.guard.enter({ email: target.email, address })
  const isRight = await attempt.look(async () =>
    isPassword(password, await units.read(actor, (ctx) => findPasswordHash(ctx, target.id))),
  )
  if (isRight) return attempt.succeeded()
  await attempt.failed()
  throw badRequest('ERR_WRONG_PASSWORD')
}
