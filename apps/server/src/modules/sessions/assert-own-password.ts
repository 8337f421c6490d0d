import type { UserActor } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { badRequest, noPermission } from '#platform/errors'
import { isPassword } from '#platform/security/passwords'
import type { Sessions } from './create-sessions.ts'
import { findOwnPassword } from './sessions.repository.ts'

interface Proof {
  actor: UserActor
  password: string
  address: string
}

/**
 * Asks people for their current password, so that somebody at an open browser cannot take over the account or read a
 * secret. Guesses count as failed logins. Slow, so it runs outside of a unit of work.
 */
export async function assertOwnPassword(
  { units, sessions }: { units: Units; sessions: Pick<Sessions, 'guard'> },
  { actor, password, address }: Proof,
): Promise<void> {
  const own = await units.read(actor, (ctx) => findOwnPassword(ctx, actor.userId))
  if (!own) throw noPermission()
  const attempt = await sessions.guard.enter({ email: own.email, address })
  if (await attempt.look(() => isPassword(password, own.password_hash))) return attempt.succeeded()
  await attempt.failed()
  throw badRequest('ERR_WRONG_PASSWORD')
}
