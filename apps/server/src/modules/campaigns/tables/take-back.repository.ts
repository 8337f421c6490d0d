import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { isOptedOut } from '#modules/opt-outs'

/** The messages of the current step of those whose message is in the outbox, of one connection or of all. */
export async function findReserved(ctx: Ctx, campaignId: number, connectionId: number | undefined): Promise<number[]> {
  const { rows } = await sql<{ message_id: number }>`
    select l.message_id from campaign_recipients r
    join campaign_messages l on l.company_id = r.company_id and l.recipient_id = r.id
      and (l.kind = 'request') = (r.step = 'request')
    where r.company_id = ${ctx.companyId} and r.campaign_id = ${campaignId} and r.state = 'reserved'
      and (${connectionId ?? null}::bigint is null or r.connection_id = ${connectionId ?? null})`.execute(ctx.db)
  return rows.map(({ message_id }) => message_id)
}

/** The messages of a campaign that are still in the outbox, files too. */
export async function findInOutbox(ctx: Ctx, campaignId: number): Promise<number[]> {
  const { rows } = await sql<{ message_id: number }>`
    select l.message_id from outbox o
    join campaign_messages l on l.company_id = o.company_id and l.message_id = o.message_id
    where o.company_id = ${ctx.companyId} and o.action = 'send' and l.campaign_id = ${campaignId}`.execute(ctx.db)
  return rows.map(({ message_id }) => message_id)
}

/**
 * People whose message was removed wait again. Those whose message stays in a ticket do not: somebody may send it from
 * there.
 */
export async function releaseUnsent(ctx: Ctx, campaignId: number, keptMessages: readonly number[]): Promise<void> {
  await sql`
    update campaign_recipients r set state = 'uncertain', reason = 'ERR_CAMPAIGN_STOPPED', updated_at = now()
    from campaign_messages l
    where l.company_id = ${ctx.companyId} and l.message_id = any (${[...keptMessages]}::bigint[]) and l.kind <> 'file'
      and r.company_id = l.company_id and r.id = l.recipient_id and r.state = 'reserved'`.execute(ctx.db)
  await sql`
    update campaign_recipients r
    set state = 'waiting', reason = null, variant = null, external_id = null, not_before = '-infinity', updated_at = now(),
      connection_id = case when r.requested_at is not null then r.connection_id end
    where r.company_id = ${ctx.companyId} and r.campaign_id = ${campaignId} and r.state = 'reserved'
      and not exists (
        select from campaign_messages l
        where l.company_id = r.company_id and l.recipient_id = r.id and l.kind = r.step)`.execute(ctx.db)
}

/**
 * People whose message is gone before its outcome was known, because its ticket or the message itself was deleted. It may have
 * left, so they get none from this campaign any more (R6). Returns their campaigns.
 */
export async function settleGone(ctx: Ctx): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    with gone as (
      select r.id from campaigns p
      join campaign_recipients r on r.company_id = p.company_id and r.campaign_id = p.id and r.state = 'reserved'
      where p.company_id = ${ctx.companyId} and not exists (
        select from campaign_messages l join messages m on m.company_id = l.company_id and m.id = l.message_id
        where l.company_id = r.company_id and l.recipient_id = r.id and l.kind = r.step and m.deleted_at is null)
      order by r.id for no key update of r)
    update campaign_recipients r set state = 'uncertain', reason = null, updated_at = now()
    from gone g where r.company_id = ${ctx.companyId} and r.id = g.id
    returning r.campaign_id`.execute(ctx.db)
  return [...new Set(rows.map(({ campaign_id }) => campaign_id))]
}

/** The messages that wait in the outbox for people who have opted out. So few are in it that all can be looked at. */
export async function findReservedOptedOut(ctx: Ctx): Promise<{ message_id: number; recipient_id: number }[]> {
  const { rows } = await sql<{ message_id: number; recipient_id: number }>`
    select l.message_id, l.recipient_id from campaigns p
    join campaign_recipients r on r.company_id = p.company_id and r.campaign_id = p.id and r.state = 'reserved'
    join campaign_messages l on l.company_id = r.company_id and l.recipient_id = r.id
    where p.company_id = ${ctx.companyId} and p.status = 'EM_ANDAMENTO' and ${isOptedOut(ctx, sql`r.person_key`)}
    order by l.message_id`.execute(ctx.db)
  return rows
}

/** Leaves out those of these people whose message has never left. Returns their campaigns. */
export async function leaveOutUnsent(
  ctx: Ctx,
  recipientIds: readonly number[],
  keptMessages: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ campaign_id: number }>`
    update campaign_recipients r
    set state = 'skipped', reason = 'optedOut', variant = null, external_id = null, updated_at = now()
    where r.company_id = ${ctx.companyId} and r.id = any (${[...recipientIds]}::bigint[]) and r.state = 'reserved'
      and not exists (
        select from campaign_messages l
        where l.company_id = r.company_id and l.recipient_id = r.id and l.kind = r.step
          and l.message_id <> all (${[...keptMessages]}::bigint[]))
    returning r.campaign_id`.execute(ctx.db)
  return [...new Set(rows.map(({ campaign_id }) => campaign_id))]
}
