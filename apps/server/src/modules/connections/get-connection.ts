import type { Actor, Ctx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { type ConnectionRow, findConnections, findPreferredConnection } from './connections.repository.ts'

export async function getConnection(ctx: Ctx, id: number): Promise<ConnectionRow> {
  const [connection] = await findConnections(ctx, [id])
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND')
  return connection
}

/** The one that was chosen, or the one that whoever acts writes by when they choose none. */
export async function connectionFor(ctx: Ctx, chosenId: number | null): Promise<ConnectionRow> {
  return chosenId === null ? defaultConnection(ctx) : getConnection(ctx, chosenId)
}

async function defaultConnection(ctx: Ctx): Promise<ConnectionRow> {
  const id = ownConnection(ctx.actor) ?? (await findPreferredConnection(ctx))
  if (id === undefined) throw badRequest('ERR_NO_DEF_WAPP_FOUND')
  return getConnection(ctx, id)
}

/** Whatever acts for one connection writes over it. */
const ownConnection = (actor: Actor): number | null => ('connectionId' in actor ? actor.connectionId : null)
