import { audit } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest, notFound } from '#platform/errors'
import { type Sessions, endSessions, invalidCredentials, proveAccount } from '#modules/sessions'
import { accessUser } from './access-user.ts'
import { hashNew } from './choose-password.ts'
import { assertMayChange } from './users.policy.ts'
import { storePassword } from './users.repository.ts'

type PasswordDeps = Pick<Deps, 'live'> & { sessions: Sessions }

/** Replaces a password without asking for the old one, and ends all sessions (S17, S35). */
export async function replacePassword(
  ctx: Ctx,
  deps: PasswordDeps,
  { userId, hash, isTemporary }: { userId: number; hash: string; isTemporary: boolean },
): Promise<void> {
  if (!(await storePassword(ctx, userId, { hash, isTemporary }))) throw notFound('ERR_NO_USER_FOUND')
  await endSessions(ctx, deps, { userId, reason: 'password' })
  ctx.emit('user.saved', { userId, isNew: false })
}

/**
 * Gives somebody who cannot get in a password that they have to change when they log in. Who asks for it for themself is
 * refused: it would only log them out.
 */
export async function giveOneTimePassword(
  ctx: UserCtx,
  deps: PasswordDeps,
  userId: number,
  hash: string,
): Promise<void> {
  const target = await accessUser(ctx, userId)
  assertMayChange(ctx.actor, target)
  if (userId === ctx.actor.userId) throw badRequest('ERR_OWN_USER')
  await replacePassword(ctx, deps, { userId, hash, isTemporary: true })
  await audit(ctx, { action: 'user.oneTimePassword', object: 'user', objectId: userId })
}

interface Change {
  email: string
  password: string
  newPassword: string
}

/** Only for a one-time password: others are changed by somebody who is logged in. */
export async function changeOneTimePassword(
  deps: Pick<Deps, 'units' | 'live'> & { sessions: Sessions },
  { email, password, newPassword }: Change,
  address: string,
): Promise<void> {
  const account = await proveAccount(deps, { email, password }, { address })
  const { companyId, userId, passwordHash, isPasswordTemporary } = account
  if (!isPasswordTemporary) throw invalidCredentials()
  if (newPassword === password) throw badRequest('ERR_WEAK_PASSWORD')
  const person = await deps.units.read({ kind: 'system', companyId }, (ctx) => accessUser(ctx, userId))
  const hash = await hashNew(newPassword, { profile: person.profile, isSuper: person.is_super })
  await deps.units.run({ kind: 'system', companyId }, async (ctx) => {
    const stored = await storePassword(ctx, userId, { hash, isTemporary: false, replaces: passwordHash })
    if (!stored) throw invalidCredentials()
    await audit(ctx, { action: 'user.passwordChosen', object: 'user', objectId: userId, address, person })
  })
}
