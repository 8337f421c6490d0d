import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type UserRow, findUser } from '#modules/sessions'

/** Somebody of the caller's company who is still there; anybody else is as if there were nobody (S4). */
export async function accessUser(ctx: Ctx, id: number): Promise<UserRow> {
  const user = await findUser(ctx, id)
  if (!user) throw notFound('ERR_NO_USER_FOUND')
  return user
}
