import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/**
 * Removes messages of a campaign that have never left. One that a ticket has taken meanwhile stays and says that it was not
 * sent, and why. Returns those that stay.
 */
export async function removeCampaignMessages(ctx: Ctx, ids: readonly number[], why: WhyStopped): Promise<number[]> {
  if (ids.length === 0) return []
  await sql`
    delete from messages
    where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[]) and origin = 'campaign' and ticket_id is null`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: number; ticket_id: number }>`
    update messages set failure = ${why}
    where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[]) and origin = 'campaign' and ticket_id is not null
    returning id, ticket_id`.execute(ctx.db)
  for (const { id, ticket_id: ticketId } of rows) {
    ctx.emit('message.updated', { messageId: id, ticketId })
    ctx.emit('ticket.changed', { ticketId })
  }
  return rows.map(({ id }) => id)
}

type WhyStopped = 'ERR_CAMPAIGN_STOPPED' | 'ERR_OPTED_OUT'

/**
 * Messages of a campaign that are in flight are not wanted any more. They say that they were not sent, and why, so they are not
 * sent again (`delivery/read-entries.ts`); one that arrives after all says so.
 */
export async function stopCampaignMessages(ctx: Ctx, ids: readonly number[], why: WhyStopped): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number; ticket_id: number | null }>`
    with flying as (
      select id from messages
      where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[]) and origin = 'campaign' and ack = 0
      order by id for no key update)
    update messages m set failure = ${why} from flying f
    where m.company_id = ${ctx.companyId} and m.id = f.id
    returning m.id, m.ticket_id`.execute(ctx.db)
  for (const { id, ticket_id: ticketId } of rows) {
    if (ticketId === null) continue
    ctx.emit('message.updated', { messageId: id, ticketId })
    ctx.emit('ticket.changed', { ticketId })
  }
}
