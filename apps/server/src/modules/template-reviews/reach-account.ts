import type { AccountKey, GraphClient } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { Actor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest, notFound } from '#platform/errors'
import { findNumber } from '#modules/network-accounts'

export interface ReviewDeps extends Pick<Deps, 'units' | 'keys' | 'storage'> {
  meta: Meta
}

export interface ReachedAccount extends AccountKey {
  graph: GraphClient
}

/** The account of a connection, and the token that opens it. Undefined: it cannot be asked now. */
export async function findReached(
  { units, keys, meta }: ReviewDeps,
  actor: Actor,
  connectionId: number,
): Promise<(ReachedAccount & { hasEnded: boolean }) | undefined> {
  const number = await units.read(actor, (ctx) => findNumber(ctx, keys.secretsAtRest, connectionId))
  if (!number || number.isLeft) return undefined
  const { app, accountId, token, hasEnded } = number
  const graph = meta.graphOf(app && { appId: app.id, appSecret: app.secret })
  return graph && { graph, accountId, token, hasEnded }
}

export async function reachAccount(deps: ReviewDeps, actor: Actor, connectionId: number): Promise<ReachedAccount> {
  const reached = await findReached(deps, actor, connectionId)
  if (!reached) throw notFound('ERR_NO_WAPP_FOUND')
  if (reached.hasEnded) throw badRequest('ERR_OFFICIAL_TOKEN')
  return reached
}
