import type { ChatDraft } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'

export async function listDrafts({ actor, companyId, db }: UserCtx): Promise<ChatDraft[]> {
  return db
    .selectFrom('internal_chat_drafts')
    .select(['chat_id as chatId', 'body'])
    .where('company_id', '=', companyId)
    .where('user_id', '=', actor.userId)
    .orderBy('updated_at', 'desc')
    .execute()
}

export async function saveDraft({ actor, companyId, db }: UserCtx, { chatId, body }: ChatDraft): Promise<void> {
  if (body === '') {
    await db
      .deleteFrom('internal_chat_drafts')
      .where('company_id', '=', companyId)
      .where('user_id', '=', actor.userId)
      .where('chat_id', '=', chatId)
      .execute()
    return
  }
  await sql`
    insert into internal_chat_drafts (company_id, user_id, chat_id, body)
    values (${companyId}, ${actor.userId}, ${chatId}, ${body})
    on conflict (company_id, user_id, chat_id) do update set body = excluded.body, updated_at = now()`.execute(db)
}
