import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { createRecent } from '#platform/recent'
import type { HeardOptOuts } from '#modules/opt-outs'
import { isRefusal } from './rules/is-refusal.ts'
import { noteNews } from './tables/news.repository.ts'

interface HeardMessage {
  id: number
  ticketId: number
  text: string
  isEcho: boolean
  isCall: boolean
}

/** In days. What somebody writes later is no answer to a message of a campaign any more. */
const answersWithin = 30

/** Whether the company has campaigns that may have sent something. */
const recent = createRecent<{ hasSent: boolean }>({ max: 1000 })

/**
 * What customers write may answer a campaign. The first answer counts, once (R31): to a question it is a yes, unless it says
 * no; to the message itself it is an answer. Who opts out has not said yes, whatever their word is, and who opts in again
 * has answered nothing. Runs in the unit of work that stored the messages.
 */
export async function noteAnswers(
  ctx: Ctx,
  messages: readonly HeardMessage[],
  { out, back }: HeardOptOuts,
): Promise<void> {
  const heard = messages.filter(({ id, isEcho, isCall }) => !isEcho && !isCall && !back.has(id))
  if (heard.length === 0 || !(await recent.read(ctx, () => readHasSent(ctx))).hasSent) return
  const rows = heard.map(({ id, ticketId, text }) => ({
    id,
    ticket_id: ticketId,
    refusal: out.has(id) ? 'optedOut' : isRefusal(text) ? 'declined' : null,
  }))
  const { rows: answered } = await sql<{ campaign_id: number }>`
    with heard as (
      select distinct on (t.conversation_id) t.company_id, t.conversation_id, x.refusal
      from (${recordset(rows, sql`id bigint, ticket_id bigint, refusal text`)}) as x
      join tickets t on t.company_id = ${ctx.companyId} and t.id = x.ticket_id
      order by t.conversation_id, x.id),
    asked as materialized (
      select r.id, h.refusal, p.status from heard h
      join messages m on m.company_id = h.company_id and m.conversation_id = h.conversation_id and m.origin = 'campaign'
        and m.sent_at > now() - make_interval(days => ${answersWithin})
      join campaign_messages l on l.company_id = m.company_id and l.message_id = m.id
      join campaign_recipients r on r.company_id = l.company_id and r.id = l.recipient_id and r.step = l.kind
      join campaigns p on p.company_id = r.company_id and p.id = r.campaign_id
      where r.state in ('reserved', 'sent', 'delivered', 'read', 'uncertain')
        -- The customer may be faster than the ack, but not faster than the send.
        and (m.ack > 0 or r.state = 'uncertain' and m.deleted_at is null or exists (
          select from outbox o
          where o.company_id = m.company_id and o.conversation_id = m.conversation_id and o.message_id = m.id and o.attempts > 0))
      order by r.id for no key update of r)
    update campaign_recipients r set
      state = case when r.step = 'content' or a.status = 'FINALIZADA' then 'answered' when a.refusal is not null then 'skipped' else 'waiting' end,
      reason = case when r.step = 'request' and a.status <> 'FINALIZADA' then a.refusal end,
      step = case when r.step = 'request' and a.status <> 'FINALIZADA' and a.refusal is null then 'content' else r.step end,
      requested_at = case when r.step = 'request' then coalesce(r.requested_at, now()) else r.requested_at end,
      reached_at = case when r.step = 'content' then coalesce(r.reached_at, now()) else r.reached_at end,
      confirmed_at = case when r.step = 'request' and a.refusal is null then now() else r.confirmed_at end,
      -- Their next message is another one.
      is_tried = r.is_tried and r.step = 'content',
      -- Who writes is no stranger any more.
      is_known = true,
      answered_at = case when r.step = 'content' or a.refusal is not null or a.status = 'FINALIZADA' then now() end,
      not_before = clock_timestamp(), updated_at = now()
    from asked a where r.company_id = ${ctx.companyId} and r.id = a.id
    returning r.campaign_id`.execute(ctx.db)
  noteNews(ctx, [...new Set(answered.map(({ campaign_id }) => campaign_id))])
}

/** A campaign that is to start counts too: it may start and be answered before this is read again. */
async function readHasSent(ctx: Ctx): Promise<{ hasSent: boolean }> {
  const { rows } = await sql<{ has_sent: boolean }>`
    select exists (select from campaigns where company_id = ${ctx.companyId} and status <> 'INATIVA') as has_sent`.execute(
    ctx.db,
  )
  return { hasSent: rows[0]?.has_sent ?? false }
}

/** A campaign was made or changed. */
export const forgetHasSent = (of: Pick<Ctx, 'application' | 'companyId'>): void => recent.forget(of)
