import type { StoredChannel } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'
import { type CampaignSend, priorities } from '#modules/delivery'
import { isOptedOut } from '#modules/opt-outs'
import { isRunning } from './reserve.repository.ts'

/** The messages of a campaign that are still in the outbox, recordings too, of one connection or of all. */
export async function findInOutbox(
  ctx: Ctx,
  campaignId: number,
  connectionId: number | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ message_id: number }>`
    select l.message_id from outbox o
    join campaign_messages l on l.company_id = o.company_id and l.message_id = o.message_id
    where o.company_id = ${ctx.companyId} and o.action = 'send' and l.campaign_id = ${campaignId}
      and (${connectionId}::bigint is null or o.connection_id = ${connectionId})`.execute(ctx.db)
  return rows.map(({ message_id }) => message_id)
}

/** Who waits again gets any text on any connection, but a message that may have arrived is repeated as it was. */
const asBefore = (isTried: RawBuilder<SqlBool>) => sql`
  variant = case when ${isTried} then r.variant end, external_id = case when ${isTried} then r.external_id end,
  connection_id = case when ${isTried} or r.requested_at is not null then r.connection_id end`

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
    set state = 'waiting', reason = null, not_before = '-infinity', updated_at = now(), ${asBefore(sql`r.is_tried`)}
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

/**
 * The messages that wait in the outbox for people who have opted out: also the recording of somebody who has the text already,
 * and of a campaign that has ended. So few are in it that all can be looked at.
 */
export async function findOptedOutInOutbox(ctx: Ctx): Promise<{ message_id: number; recipient_id: number }[]> {
  const { rows } = await sql<{ message_id: number; recipient_id: number }>`
    select l.message_id, l.recipient_id from outbox o
    join campaign_messages l on l.company_id = o.company_id and l.message_id = o.message_id
    join campaign_recipients r on r.company_id = l.company_id and r.id = l.recipient_id
    where o.company_id = ${ctx.companyId} and o.priority = ${sql.lit(priorities.campaign)} and o.action = 'send'
      and ${isOptedOut(ctx, sql`r.person_key`)}
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

interface Judged {
  message_id: number
  /** Null: its campaign was deleted, or it is a test. */
  recipient_id: number | null
  /** Why it is not to be sent now: an error code, or 'paused'. */
  why: string | null
  /** Another connection of its campaign can send it. */
  has_other: boolean
  channel: StoredChannel
}

/**
 * Whether these messages are still to be sent. The contact of the conversation is asked about too, because the network may write
 * their number in another form than the list.
 */
export async function judgeSends(ctx: Ctx, sends: readonly CampaignSend[]): Promise<Judged[]> {
  const rows = sends.map(({ messageId }) => ({ message_id: messageId }))
  const { rows: judged } = await sql<Judged>`
    select m.id as message_id, l.recipient_id, n.channel,
      case when m.failure in ('ERR_CAMPAIGN_STOPPED', 'ERR_OPTED_OUT') then m.failure
           when exists (
             select from (
               select r.person_key as key
               union all
               select i.key from conversations v
               join contact_identities i on i.company_id = v.company_id and i.contact_id = v.contact_id and i.kind = 'phone'
               where v.company_id = m.company_id and v.id = m.conversation_id) as own
             where ${isOptedOut(ctx, sql`own.key`)}) then 'ERR_OPTED_OUT'
           when n.archived_at is not null then 'ERR_CONNECTION_DELETED'
           when p.status = 'CANCELADA' then 'ERR_CAMPAIGN_STOPPED'
           when p.status = 'EM_ANDAMENTO'
             and (k.paused_at is not null or k.held_reason in ('failures', 'optOuts', 'logout', 'quality', 'template') or not ${isRunning(ctx)} or exists (
               select from connection_limits b
               where b.company_id = n.company_id and b.connection_id = n.id and b.scope in ('campaigns', 'templates') and b.is_on and b.until > clock_timestamp())) then 'paused'
           end as why,
      exists (
        select from campaign_paces e
        join connections c on c.company_id = e.company_id and c.id = e.connection_id and c.archived_at is null
        where e.company_id = p.company_id and e.campaign_id = p.id) as has_other
    from (${recordset(rows, sql`message_id bigint`)}) as x
    join messages m on m.company_id = ${ctx.companyId} and m.id = x.message_id
    join connections n on n.company_id = m.company_id and n.id = m.connection_id
    left join campaign_messages l on l.company_id = m.company_id and l.message_id = m.id
    left join campaign_recipients r on r.company_id = l.company_id and r.id = l.recipient_id
    left join campaigns p on p.company_id = l.company_id and p.id = l.campaign_id
    left join campaign_paces k on k.company_id = p.company_id and k.campaign_id = p.id and k.connection_id = m.connection_id`.execute(
    ctx.db,
  )
  return judged
}

interface SendOfPerson {
  message_id: number
  recipient_id: number
  campaign_id: number
  /** The other messages of this step: a recording after its text. */
  is_other: boolean
}

/** These messages with those that come after them for the same people. */
export async function findSendsOf(ctx: Ctx, messageIds: readonly number[]): Promise<SendOfPerson[]> {
  const { rows } = await sql<SendOfPerson>`
    with own as materialized (
      select l.message_id, l.recipient_id, l.campaign_id, l.kind from campaign_messages l
      where l.company_id = ${ctx.companyId} and l.message_id = any (${[...messageIds]}::bigint[]))
    select own.message_id, own.recipient_id, own.campaign_id, false as is_other from own
    union all
    select f.message_id, f.recipient_id, f.campaign_id, true from own
    join campaign_messages f on f.company_id = ${ctx.companyId} and f.recipient_id = own.recipient_id and f.kind = 'file'
    where own.kind = 'content' and f.message_id <> all (${[...messageIds]}::bigint[])
    order by 1`.execute(ctx.db)
  return rows
}

interface TakenBack {
  recipientIds: readonly number[]
  /** Of them, those whose message may have left. */
  triedIds: readonly number[]
  /** Messages that stay in a ticket. */
  kept: readonly number[]
}

/**
 * The messages of these people were taken back at the moment of sending. Who has opted out is left out, and everybody else
 * waits again. A message that may have left is repeated under its id, on its connection and with its text, so that it arrives
 * once. Whose message stays in a ticket gets none: somebody may send it from there.
 */
export async function releaseTakenBack(ctx: Ctx, { recipientIds, triedIds, kept }: TakenBack): Promise<void> {
  await sql`
    with own as materialized (
      select r.id, r.is_tried or r.id = any (${[...triedIds]}::bigint[]) as is_tried, ${isOptedOut(ctx, sql`r.person_key`)} as is_out,
        exists (
          select from campaign_messages l
          where l.company_id = r.company_id and l.recipient_id = r.id and l.kind = r.step and l.message_id = any (${[...kept]}::bigint[])) as is_kept
      from campaign_recipients r
      where r.company_id = ${ctx.companyId} and r.id = any (${[...recipientIds]}::bigint[]) and r.state = 'reserved'
        and not exists (
          select from campaign_messages l
          where l.company_id = r.company_id and l.recipient_id = r.id and l.kind = r.step and l.message_id <> all (${[...kept]}::bigint[]))
      order by r.id for no key update of r)
    update campaign_recipients r set
      state = case when o.is_out then 'skipped' when o.is_kept then 'uncertain' else 'waiting' end,
      reason = case when o.is_out then 'optedOut' when o.is_kept then 'ERR_CAMPAIGN_STOPPED' end,
      is_tried = o.is_tried, not_before = '-infinity', updated_at = now(), ${asBefore(sql`(o.is_kept or o.is_tried)`)}
    from own o where r.company_id = ${ctx.companyId} and r.id = o.id`.execute(ctx.db)
}
