import type { Ctx, UserActor, UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { type ConnectionRow, findConnections, findPreferredConnection } from './connections.repository.ts'

export async function getConnection(ctx: Ctx, id: number): Promise<ConnectionRow> {
  const [connection] = await findConnections(ctx, [id])
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND')
  return connection
}

/** The one that was chosen, or the one that this user writes by when they choose none. */
export async function connectionFor(ctx: UserCtx, chosenId: number | null): Promise<ConnectionRow> {
  return chosenId === null ? defaultConnection(ctx, ctx.actor) : getConnection(ctx, chosenId)
}

async function defaultConnection(ctx: Ctx, actor: UserActor): Promise<ConnectionRow> {
  const id = await findPreferredConnection(ctx, actor)
  if (id === undefined) throw badRequest('ERR_NO_DEF_WAPP_FOUND')
  return getConnection(ctx, id)
}
