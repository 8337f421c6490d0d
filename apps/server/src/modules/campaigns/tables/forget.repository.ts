import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { noteNews } from './news.repository.ts'

interface Person {
  id: number
  campaign_id: number
  person_key: string
  /** Of the step that they are at. */
  message_id: number | null
}

/** Who has one of these numbers, or one of these messages, in any campaign. */
export async function peopleWith(
  ctx: Ctx,
  { keys, messageIds }: { keys: readonly string[]; messageIds: readonly number[] },
): Promise<Person[]> {
  const { rows } = await sql<Person>`
    with found as (
      select r.id from campaigns p
      join campaign_recipients r on r.company_id = p.company_id and r.campaign_id = p.id and r.person_key = any (${[...keys]}::text[])
      where p.company_id = ${ctx.companyId}
      union
      select l.recipient_id from campaign_messages l
      where l.company_id = ${ctx.companyId} and l.message_id = any (${[...messageIds]}::bigint[]))
    select r.id, r.campaign_id, r.person_key, l.message_id from found f
    join campaign_recipients r on r.company_id = ${ctx.companyId} and r.id = f.id
    left join campaign_messages l on l.company_id = r.company_id and l.recipient_id = r.id and l.kind = r.step`.execute(
    ctx.db,
  )
  return rows
}

/**
 * They stay as figures, without name, number, e-mail and variables. Who waits for a message, or for whose answer the campaign
 * waits, is left out. `unsent`: messages that have never left.
 */
export async function forgetPeople(ctx: Ctx, people: readonly Person[], unsent: readonly number[]): Promise<void> {
  if (people.length === 0) return
  const gone = new Set(unsent)
  const unsentIds = people.filter(({ message_id }) => message_id !== null && gone.has(message_id)).map(({ id }) => id)
  const { rows } = await sql<{ campaign_id: number }>`
    with person as materialized (
      select r.id, r.campaign_id, r.state,
        r.state = 'waiting' or (r.state = 'reserved' and r.id = any (${unsentIds}::bigint[]))
          or (r.step = 'request' and r.state in ('sent', 'delivered', 'read') and p.status <> 'FINALIZADA') as is_left_out
      from campaign_recipients r
      join campaigns p on p.company_id = r.company_id and p.id = r.campaign_id
      where r.company_id = ${ctx.companyId} and r.id = any (${people.map(({ id }) => id)}::bigint[])
      order by r.id for no key update of r)
    update campaign_recipients r set
      person_key = 'erased ' || r.id, name = '', number = '', email = '', variables = '{}',
      -- What is in flight may have arrived (R6).
      state = case when n.is_left_out then 'skipped' when n.state = 'reserved' then 'uncertain' else n.state end,
      reason = case when n.is_left_out then 'erased' else r.reason end,
      updated_at = now()
    from person n
    where r.company_id = ${ctx.companyId} and r.id = n.id
    returning n.campaign_id`.execute(ctx.db)
  noteNews(ctx, [...new Set(rows.map(({ campaign_id }) => campaign_id))])
}
