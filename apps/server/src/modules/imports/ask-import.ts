import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { audit } from '#platform/audit'
import { badRequest } from '#platform/errors'
import { type ConnectionRow, type ImportSettings, getConnection } from '#modules/connections'
import { type Asked, forgetImport, insertImport } from './imports.repository.ts'

/**
 * What was set about old messages when a connection was saved. The same once more, as clients send it that send everything,
 * changes nothing.
 */
export async function askImport(ctx: Ctx, id: number, set: ImportSettings): Promise<void> {
  const { channel, import: before } = await getConnection(ctx, id)
  if (!factsOf(channel).tellsPast) return
  const going = before && before.state !== 'done' && before.state !== 'closing' ? before : undefined
  const since = set.importOldMessages === undefined ? going?.since : set.importOldMessages
  if (!since) {
    if (going) await callOff(ctx, id)
    return
  }
  const asked: Asked = {
    since,
    until: (set.importRecentMessages === undefined ? going?.until : set.importRecentMessages) ?? null,
    takesGroups: set.importOldMessagesGroups ?? going?.takes_groups ?? false,
    closesTickets: set.closedTicketsPostImported ?? going?.closes_tickets ?? false,
  }
  assertOrder(asked)
  if (going && isSame(asked, going)) return
  await insertImport(ctx, id, asked)
  await audit(ctx, { action: 'import.asked', object: 'connection', objectId: id, detail: { ...asked } })
  ctx.emit('import.moved', { connectionId: id })
  ctx.emit('import.asked', { connectionId: id })
}

async function callOff(ctx: Ctx, connectionId: number): Promise<void> {
  await forgetImport(ctx, connectionId)
  ctx.emit('import.moved', { connectionId })
}

/** Each by itself was looked at by the contract. */
function assertOrder({ since, until }: Asked): void {
  if (until === null || new Date(until) >= new Date(since)) return
  throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.importRecentMessages', message: 'invalidDate' }] })
}

function isSame(asked: Asked, going: NonNullable<ConnectionRow['import']>): boolean {
  const at = (time: string | null) => (time === null ? null : new Date(time).getTime())
  return (
    at(asked.since) === at(going.since) &&
    at(asked.until) === at(going.until) &&
    asked.takesGroups === going.takes_groups &&
    asked.closesTickets === going.closes_tickets
  )
}
