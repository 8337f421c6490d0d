import type { SavedDraft } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'

export async function listDrafts({ actor, companyId, db }: UserCtx): Promise<SavedDraft[]> {
  return db
    .selectFrom('drafts')
    .select(['ticket_id as ticketId', 'body', 'is_private as isPrivate'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', actor.userId)
    .orderBy('updated_at', 'desc')
    .execute()
}

export async function saveDraft({ actor, companyId, db }: UserCtx, draft: SavedDraft): Promise<void> {
  const { ticketId, body, isPrivate } = draft
  await sql`
    insert into drafts (company_id, user_id, ticket_id, body, is_private)
    values (${companyId}, ${actor.userId}, ${ticketId}, ${body}, ${isPrivate})
    on conflict (company_id, user_id, ticket_id)
    do update set body = excluded.body, is_private = excluded.is_private, updated_at = now()`.execute(db)
}

export async function removeDraft({ actor, companyId, db }: UserCtx, ticketId: number): Promise<void> {
  await db
    .deleteFrom('drafts')
    .where('company_id', '=', companyId)
    .where('user_id', '=', actor.userId)
    .where('ticket_id', '=', ticketId)
    .execute()
}

/** If a user has drafts in both tickets, the text is joined, and private if either is. */
export async function moveDrafts({ companyId, db }: Ctx, fromTicket: number, toTicket: number): Promise<void> {
  await sql`
    with begun as (delete from drafts where company_id = ${companyId} and ticket_id = ${fromTicket} returning *)
    insert into drafts (company_id, user_id, ticket_id, body, is_private, updated_at)
    select company_id, user_id, ${toTicket}, body, is_private, updated_at from begun
    on conflict (company_id, user_id, ticket_id) do update set
      body = drafts.body || E'\n' || excluded.body,
      is_private = drafts.is_private or excluded.is_private`.execute(db)
}
