import { factsOf } from '#channels/facts'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { type ConnectionRow, enterWebChat, storePublicToken } from './connections.repository.ts'
import { type TokenKeys, enterToken, keepToken, readToken } from './tokens/stored-token.ts'

/** Gives a connection a token: a public one to a web chat, whose address it is, and a sealed one to all others. */
export async function setToken(
  ctx: Ctx,
  keys: TokenKeys,
  { id, channel }: Pick<ConnectionRow, 'id' | 'channel'>,
  token: string,
): Promise<void> {
  const isPublic = factsOf(channel).hasVisitors
  const isEntered = isPublic ? await enterWebChat(ctx, id, token) : await enterToken(ctx, keys, id, token)
  if (!isEntered) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.token', message: 'alreadyUsed' }] })
  if (isPublic) await storePublicToken(ctx, id, token)
  else await keepToken(ctx, keys, id, token)
}

/** Replaces the token: the old one is not valid any more. */
export async function changeToken(ctx: Ctx, keys: TokenKeys, connection: ConnectionRow, token: string): Promise<void> {
  const { id, channel, name } = connection
  const before = factsOf(channel).hasVisitors ? connection.token : await readToken(ctx, keys, id)
  if (token === before) return
  await setToken(ctx, keys, connection, token)
  await audit(ctx, { action: 'connection.tokenRenewed', object: 'connection', objectId: id, detail: { name } })
  ctx.emit('connection.saved', { connectionId: id })
}
