import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import { notFound } from '#platform/errors'
import { changeOptOut } from './change-opt-out.ts'
import { endOfNobody, findOptedOut } from './people.repository.ts'

/** A person of the list gets campaigns again, and somebody says why. */
export async function endOptOut(ctx: UserCtx, id: number, reason: string): Promise<void> {
  const entry = await findOptedOut(ctx, id)
  if (!entry) throw notFound('ERR_NO_CONTACT_FOUND')
  if (entry.contact_id !== null) return changeOptOut(ctx, entry.contact_id, { isOptedOut: false, reason })
  if (!(await endOfNobody(ctx, id, { userId: ctx.actor.userId, reason }))) return
  await audit(ctx, { action: 'contact.optedIn', object: 'contact' })
}
