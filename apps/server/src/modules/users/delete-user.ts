import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { lockCompany } from '#modules/companies'
import { type Sessions, endSessions } from '#modules/sessions'
import { accessUser } from './access-user.ts'
import { assertSomebodyRemains } from './update-user.ts'
import { assertMayChange } from './users.policy.ts'
import { archiveUser } from './users.repository.ts'

/**
 * Archives the user: history keeps their name, their address is free again, and their open tickets go back to the
 * queue.
 */
export async function deleteUser(
  ctx: UserCtx,
  deps: Pick<Deps, 'live'> & { sessions: Sessions },
  id: number,
): Promise<void> {
  await lockCompany(ctx)
  const user = await accessUser(ctx, id)
  assertMayChange(ctx.actor, user)
  await assertSomebodyRemains(ctx, user, { profile: 'user', super: false })

  await archiveUser(ctx, id)
  await endSessions(ctx, deps, { userId: id, reason: 'disabled' })
  await audit(ctx, {
    action: 'user.deleted',
    object: 'user',
    objectId: id,
    detail: { name: user.name, profile: user.profile },
  })
  ctx.emit('user.deleted', { userId: id })
}
