import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/**
 * Removes messages of a campaign that have never left. One that a ticket has taken meanwhile stays and says that it was not
 * sent. Returns those that stay.
 */
export async function removeCampaignMessages(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  await sql`
    delete from messages
    where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[]) and origin = 'campaign' and ticket_id is null`.execute(
    ctx.db,
  )
  const { rows } = await sql<{ id: number; ticket_id: number }>`
    update messages set failure = 'ERR_CAMPAIGN_STOPPED'
    where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[]) and origin = 'campaign' and ticket_id is not null
    returning id, ticket_id`.execute(ctx.db)
  for (const { id, ticket_id: ticketId } of rows) {
    ctx.emit('message.updated', { messageId: id, ticketId })
    ctx.emit('ticket.changed', { ticketId })
  }
  return rows.map(({ id }) => id)
}
