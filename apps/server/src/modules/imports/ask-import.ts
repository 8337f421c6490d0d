import { factsOf } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { audit } from '#platform/audit'
import { badRequest } from '#platform/errors'
import { type ConnectionRow, type ImportSettings, getConnection } from '#modules/connections'
import { type Asked, changeImport, forgetImport, insertImport } from './imports.repository.ts'

/**
 * Applies the import settings of a saved connection. Settings that have not changed, which some clients send with every
 * save, have no effect.
 */
export async function askImport(ctx: Ctx, id: number, set: ImportSettings): Promise<void> {
  const { channel, import: before } = await getConnection(ctx, id)
  const { sendsHistory } = factsOf(channel)
  if (sendsHistory === 'never') return
  const current = before && before.state !== 'done' && before.state !== 'closing' ? before : undefined
  const since = set.importOldMessages === undefined ? current?.since : set.importOldMessages
  // What comes once is asked for when the connection is made.
  if (sendsHistory === 'once' && !current) return
  if (!since) {
    if (current) await callOff(ctx, id)
    return
  }
  const asked: Asked = {
    since,
    until: (set.importRecentMessages === undefined ? current?.until : set.importRecentMessages) ?? null,
    takesGroups: set.importOldMessagesGroups ?? current?.takes_groups ?? false,
    closesTickets: set.closedTicketsPostImported ?? current?.closes_tickets ?? false,
  }
  assertOrder(asked)
  if (current && isSame(asked, current)) return
  if (sendsHistory === 'once') await changeImport(ctx, id, asked)
  else await insertImport(ctx, id, asked)
  await audit(ctx, { action: 'import.asked', object: 'connection', objectId: id, detail: { ...asked } })
  ctx.emit('import.moved', { connectionId: id })
  if (sendsHistory === 'whenLinked') ctx.emit('import.asked', { connectionId: id })
}

async function callOff(ctx: Ctx, connectionId: number): Promise<void> {
  await forgetImport(ctx, connectionId)
  ctx.emit('import.moved', { connectionId })
}

/** The contract has checked each date by itself. */
function assertOrder({ since, until }: Asked): void {
  if (until === null || new Date(until) >= new Date(since)) return
  throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.importRecentMessages', message: 'invalidDate' }] })
}

function isSame(asked: Asked, current: NonNullable<ConnectionRow['import']>): boolean {
  const at = (time: string | null) => (time === null ? null : new Date(time).getTime())
  return (
    at(asked.since) === at(current.since) &&
    at(asked.until) === at(current.until) &&
    asked.takesGroups === current.takes_groups &&
    asked.closesTickets === current.closes_tickets
  )
}
