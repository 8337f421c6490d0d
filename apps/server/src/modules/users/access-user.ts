import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type UserRow, findUser } from '#modules/sessions'

/** A user of the caller's company who is not deleted. All others are answered as if they did not exist (S4). */
export async function accessUser(ctx: Ctx, id: number): Promise<UserRow> {
  const user = await findUser(ctx, id)
  if (!user) throw notFound('ERR_NO_USER_FOUND')
  return user
}
