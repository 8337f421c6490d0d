import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export async function insertCopy(
  { companyId, db }: Ctx,
  id: number,
  { name, listId }: { name: string; listId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into campaigns (company_id, name, messages, confirmation, confirmations, templates, confirmation_templates, list_id, file_id, media_type, file_list_id, queue_id, answer_tag_id)
    select p.company_id, ${name}, p.messages, p.confirmation, p.confirmations, p.templates, p.confirmation_templates, ${listId}, p.file_id, p.media_type, p.file_list_id, p.queue_id, p.answer_tag_id
    from campaigns p where p.company_id = ${companyId} and p.id = ${id}
    returning id`.execute(db)
  const [copy] = rows
  if (!copy) throw new Error(`campaign ${id} is missing`)
  await sql`
    insert into campaign_paces (company_id, campaign_id, connection_id, position)
    select k.company_id, ${copy.id}, k.connection_id, k.position from campaign_paces k
    join connections n on n.company_id = k.company_id and n.id = k.connection_id and n.archived_at is null
    where k.company_id = ${companyId} and k.campaign_id = ${id}`.execute(db)
  return copy.id
}
