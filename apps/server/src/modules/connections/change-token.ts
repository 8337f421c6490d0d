import { factsOf } from '#channels/facts'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { type ConnectionRow, enterWebChat, storePublicToken } from './connections.repository.ts'
import { keepToken, readToken } from './tokens/stored-token.ts'

/** Gives a connection a token: a public one to a web chat, whose address it is, and a sealed one to all others. */
export async function setToken(
  ctx: Ctx,
  key: Buffer,
  { id, channel }: Pick<ConnectionRow, 'id' | 'channel'>,
  token: string,
): Promise<void> {
  if (!factsOf(channel).hasVisitors) return keepToken(ctx, key, id, token)
  if (!(await enterWebChat(ctx, id, token)))
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.token', message: 'alreadyUsed' }] })
  await storePublicToken(ctx, id, token)
}

/** Replaces the token: the old one is not valid any more. */
export async function changeToken(ctx: Ctx, key: Buffer, connection: ConnectionRow, token: string): Promise<void> {
  const { id, channel, name } = connection
  const before = factsOf(channel).hasVisitors ? connection.token : await readToken(ctx, key, id)
  if (token === before) return
  await setToken(ctx, key, connection, token)
  await audit(ctx, { action: 'connection.tokenRenewed', object: 'connection', objectId: id, detail: { name } })
  ctx.emit('connection.saved', { connectionId: id })
}
