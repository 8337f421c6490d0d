import type { Actor, Ctx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { type ConnectionRow, findConnections, findPreferredConnection } from './connections.repository.ts'

export async function getConnection(ctx: Ctx, id: number): Promise<ConnectionRow> {
  const [connection] = await findConnections(ctx, [id])
  if (!connection) throw notFound('ERR_NO_WAPP_FOUND')
  return connection
}

/** The chosen connection, or the actor's default if none was chosen. */
export async function connectionFor(ctx: Ctx, chosenId: number | null): Promise<ConnectionRow> {
  return chosenId === null ? defaultConnection(ctx) : getConnection(ctx, chosenId)
}

async function defaultConnection(ctx: Ctx): Promise<ConnectionRow> {
  const id = ownConnection(ctx.actor) ?? (await findPreferredConnection(ctx))
  if (id === undefined) throw badRequest('ERR_NO_DEF_WAPP_FOUND')
  return getConnection(ctx, id)
}

/** An actor that belongs to a connection sends on that one. */
const ownConnection = (actor: Actor): number | null => ('connectionId' in actor ? actor.connectionId : null)
