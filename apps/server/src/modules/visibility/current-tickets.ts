import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { noPermission } from '#platform/errors'
import { ticketIsSeen } from './conditions.ts'

/**
 * For changes of a contact that change its conversations: throws unless the user sees every ticket of the contact that
 * is not closed. Everybody may change a contact without such tickets, and machines may change any.
 */
export async function assertSeesCurrentTickets(ctx: Ctx, contactId: number): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  const { rows } = await sql`
    select from conversations v join tickets t on t.company_id = v.company_id and t.conversation_id = v.id and t.status <> 'closed'
    where v.company_id = ${ctx.companyId} and v.contact_id = ${contactId} and (${ticketIsSeen(ctx.actor)}) is not true
    limit 1`.execute(ctx.db)
  if (rows.length > 0) throw noPermission()
}
