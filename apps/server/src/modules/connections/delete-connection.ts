import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest } from '#platform/errors'
import { lockCompany } from '#modules/companies'
import { archiveConnection, listConnections } from './connections.repository.ts'
import { getConnection } from './get-connection.ts'
import { removeCallToken } from './tokens/call-token.ts'
import { removeToken } from './tokens/stored-token.ts'

/** Archives the connection; its conversations stay. While there are others, the default cannot be deleted. */
export async function deleteConnection(ctx: Ctx, connectionId: number): Promise<void> {
  await lockCompany(ctx)
  const { name, channel, is_default } = await getConnection(ctx, connectionId)
  if (is_default && (await listConnections(ctx)).length > 1) throw badRequest('ERR_NO_OTHER_WHATSAPP')

  await archiveConnection(ctx, connectionId)
  await removeToken(ctx, connectionId)
  await removeCallToken(ctx, connectionId)
  await audit(ctx, {
    action: 'connection.deleted',
    object: 'connection',
    objectId: connectionId,
    detail: { name, channel },
  })
  ctx.emit('connection.deleted', { connectionId })
}
