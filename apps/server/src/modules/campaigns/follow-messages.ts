import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { hearPreference } from '#modules/opt-outs'
import { forgetReached } from '#modules/sending-guard'
import { noteProgress } from './tables/news.repository.ts'

/** Nothing is wrong with the person: the network takes the template from nobody now, or no template of the company. */
const notOfPerson = ['ERR_TEMPLATE_PAUSED', 'ERR_TEMPLATE_MISSING', 'ERR_PAYMENT_MISSING']

interface Followed {
  campaign_id: number
  message_id: number
  number: string
  failure: string | null
}

/**
 * People follow their messages: sent, delivered, read, or failed. What may have arrived although it failed is uncertain, and
 * is never sent again (R6): the network gave no answer, or the send of a killed process was dropped. Nobody got what was refused
 * because of its template or of a payment, so its people wait until that can be sent again, unless the campaign
 * has ended.
 */
export async function followMessages(ctx: Ctx, { messageIds }: { messageIds: number[] }): Promise<void> {
  const { rows } = await sql<Followed>`
    with news as materialized (
      select r.id, l.campaign_id, l.kind, m.id as message_id, r.number, m.ack, m.failure,
        coalesce(m.failure = any (${notOfPerson}::text[]), false) and p.status = 'EM_ANDAMENTO' as waits_again,
        m.failure is not null and m.failure not in ('ERR_SENDING_WAPP_MSG', 'ERR_CAMPAIGN_STOPPED', 'ERR_OPTED_OUT') as has_failed
      from campaign_messages l
      join messages m on m.company_id = l.company_id and m.id = l.message_id
      join campaigns p on p.company_id = l.company_id and p.id = l.campaign_id
      join campaign_recipients r on r.company_id = l.company_id and r.id = l.recipient_id and r.step = l.kind
      where l.company_id = ${ctx.companyId} and l.message_id = any (${messageIds}::bigint[])
        and r.state not in ('waiting', 'skipped')
      order by r.id for no key update of r),
    unlinked as (
      delete from campaign_messages l using news n
      where l.company_id = ${ctx.companyId} and l.message_id = n.message_id and n.waits_again)
    update campaign_recipients r set
      state = case when r.state = 'answered' then r.state
                   when n.waits_again then 'waiting'
                   when n.has_failed then 'failed'
                   when n.failure is not null then 'uncertain'
                   when n.ack >= 3 then 'read'
                   when n.ack = 2 then 'delivered'
                   when n.ack = 1 then 'sent'
                   else r.state end,
      reason = case when n.waits_again then null else n.failure end,
      variant = case when n.waits_again then null else r.variant end,
      external_id = case when n.waits_again then null else r.external_id end,
      requested_at = case when n.kind = 'request' and n.ack > 0 and not n.waits_again then coalesce(r.requested_at, now()) else r.requested_at end,
      -- Meta may take a message, and tell later that it does not deliver it.
      reached_at = case when n.waits_again or (n.has_failed and r.state <> 'answered') then null when n.kind = 'content' and n.ack > 0 then coalesce(r.reached_at, now()) else r.reached_at end,
      updated_at = now()
    from news n
    where r.company_id = ${ctx.companyId} and r.id = n.id
    returning n.campaign_id, n.message_id, n.number, n.failure`.execute(ctx.db)
  await followFailures(ctx, rows)
  noteProgress(ctx, [...new Set(rows.map(({ campaign_id }) => campaign_id))])
}

/** What the network says with a refusal concerns more than its message. */
async function followFailures(ctx: Ctx, followed: readonly Followed[]): Promise<void> {
  const failed = followed.filter(({ failure }) => failure !== null && failure !== 'ERR_SENDING_WAPP_MSG')
  if (failed.length === 0) return
  await forgetReached(
    ctx,
    failed.map(({ message_id }) => message_id),
  )
  for (const { failure, number } of failed)
    if (failure === 'ERR_MARKETING_STOPPED')
      await hearPreference(ctx, [{ kind: 'phone', value: number }], { isOut: true })
}
