import type { TicketStatus } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'

export interface NoteRow {
  id: number
  note: string
  ticket_id: number
  contact_id: number
  user_id: number
  created_at: Date
  user_name: string
  contact_name: string
  ticket_status: TicketStatus
  ticket_created_at: Date
}

const select = (ctx: Ctx, condition: RawBuilder<unknown>) => sql<NoteRow>`
  select n.id, n.note, n.ticket_id, t.contact_id, n.user_id, n.created_at,
         u.name as user_name, c.name as contact_name, t.status as ticket_status, t.created_at as ticket_created_at
  from ticket_notes n
  join tickets t on t.company_id = n.company_id and t.id = n.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join users u on u.company_id = n.company_id and u.id = n.user_id
  where n.company_id = ${ctx.companyId} and ${condition}
  order by n.id desc limit 500`

/** Newest first. */
export async function listNotes(ctx: Ctx, ticketId: number): Promise<NoteRow[]> {
  const { rows } = await select(ctx, sql`n.ticket_id = ${ticketId}`).execute(ctx.db)
  return rows
}

export async function findNote(ctx: Ctx, id: number): Promise<NoteRow | undefined> {
  const { rows } = await select(ctx, sql`n.id = ${id}`).execute(ctx.db)
  return rows[0]
}

export async function insertNote(
  ctx: Ctx,
  { ticketId, userId, note }: { ticketId: number; userId: number; note: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('ticket_notes')
    .values({ company_id: ctx.companyId, ticket_id: ticketId, user_id: userId, note })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function removeNote(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('ticket_notes').where('company_id', '=', ctx.companyId).where('id', '=', id).execute()
}

export async function moveNotes(ctx: Ctx, fromTicket: number, toTicket: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ticket_notes set ticket_id = ${toTicket} where company_id = ${ctx.companyId} and ticket_id = ${fromTicket} returning id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/** Moves these notes, if they still exist. */
export async function putNotes(ctx: Ctx, ids: readonly number[], ticketId: number): Promise<void> {
  await sql`update ticket_notes set ticket_id = ${ticketId} where company_id = ${ctx.companyId} and id = any (${[...ids]}::bigint[])`.execute(
    ctx.db,
  )
}
