import type { Menu } from '@guiche/channel'
import type { SentTemplate } from '@guiche/contract'
import { channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type Db, type RawBuilder, recordset, sql } from '#platform/database/sql'

export interface OutboxEntry {
  id: number
  action: 'send' | 'edit' | 'delete' | 'react' | 'read'
  /** The number of this try. */
  attempts: number
  /** Tries that the network refused, and the reason of the last one. */
  failures: number
  error: string | null
  /** The most urgent priority among this entry and those that wait behind it. */
  priority: number
  payload: { emoji?: string; readIds?: string[]; isFileRefused?: true } | null
  /** In seconds: how long the next message of a campaign waits after it, and how late it is taken. */
  spacing: number
  late: number
  connection_id: number
  channel: string
  is_connection_deleted: boolean
  address: string
  message_id: number
  external_id: string
  body: string
  /** What the message offers to tap. */
  menu: Menu | null
  /** What it was made from. */
  template: SentTemplate | null
  media_type: string
  deleted_at: Date | null
  /** An earlier try has ended, and nobody knows how. Tries that the network has refused, or that were not begun, do not count. */
  is_unconfirmed: boolean
  /** The try was begun on a way that the connection has left, so that this one would not recognise the message. */
  begun_elsewhere: boolean
  /** Whether the way that was left had all parts of the message, or only some; null: none. */
  was_sent_whole: boolean | null
  /** The message is from before the connection was moved: this way knows nothing of it. */
  is_of_other_way: boolean
  /** The same of the message that it replies to. */
  is_quote_of_other_way: boolean
  is_campaign: boolean
  /** The network takes no templates of the connection now. */
  are_templates_stopped: boolean
  /** It is marketing, and the network has held back marketing from its reader within a day. */
  is_held_back: boolean
  /** A person of the company has written it by hand. */
  is_persons: boolean
  /** In seconds, since the customer wrote last; null: never. */
  since_customer: number | null
  /** Why a campaign's message is not to be sent any more (`ask-campaign.ts`). */
  stopped_by: string | null
  quoted_external_id: string | null
  quoted_from_me: boolean | null
  quoted_body: string | null
  quoted_author: string | null
  quoted_media_type: string | null
  quoted_mime: string | null
  quoted_name: string | null
  author: string | null
  read_authors: Record<string, string> | null
  from_me: boolean
  is_forwarded: boolean
  file_key: string | null
  file_mime: string | null
  file_name: string | null
  file_bytes: number | null
  file_seconds: number | null
  file_wave: number[] | null
}

/**
 * In seconds. A message that has waited longer may not be wanted any more, and is sent only if its sender asks for it
 * again.
 */
const freshFor = 24 * 3600

const aDayAgo = sql`now() - make_interval(secs => ${sql.lit(freshFor)})`

/**
 * Whether an entry has not waited for too long. The time of a limit does not count: the day starts when the limit ends,
 * or when a stranger who could not be written to writes.
 */
export const isFresh = (entry: RawBuilder<unknown>) => sql`(${entry}.created_at > ${aDayAgo} or exists (
  select from connection_limits l
  join conversations s on s.company_id = l.company_id and s.id = ${entry}.conversation_id
  where l.company_id = ${entry}.company_id and l.connection_id = ${entry}.connection_id and l.until > ${aDayAgo}
    and (l.scope = 'everything' or s.last_inbound_at is null or s.last_inbound_at > ${aDayAgo})))`

/**
 * In seconds. After this time the entries of a killed process are taken again (R4); live processes renew their claims
 * in time.
 */
export const claimSeconds = 6

/** Cheaper than a take without result, and usually nothing is waiting. */
export async function isOutboxWaiting(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ is_waiting: boolean }>`
    select exists (select from outbox where company_id = ${ctx.companyId} and not_before <= clock_timestamp()
                     and (taken_until is null or taken_until <= clock_timestamp())) as is_waiting`.execute(ctx.db)
  return rows[0]?.is_waiting ?? false
}

/** Renews the claims of tries that are still in flight. */
export async function renewClaims(ctx: Ctx, entries: Pick<OutboxEntry, 'id' | 'attempts'>[]): Promise<void> {
  const held = entries.map(({ id, attempts }) => ({ id, attempts }))
  await sql`
    update outbox o set taken_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
    from (${recordset(held, sql`id bigint, attempts smallint`)}) as x
    where o.company_id = ${ctx.companyId} and o.id = x.id and o.attempts = x.attempts`.execute(ctx.db)
}

/**
 * Deletes the entries of a message that is deleted, except those in flight. Returns true if no send was ever tried, so
 * the message need not be deleted at the network. Call it before the message is changed: outcomes are stored with locks
 * in this order.
 */
export async function deleteUnsentEntries(
  ctx: Ctx,
  message: Pick<OutboxEntry, 'connection_id'> & { id: number; conversation_id: number },
): Promise<boolean> {
  const { rows } = await sql<{ has_never_left: boolean }>`
    with waiting as (
      select id, action, attempts from outbox
      where company_id = ${ctx.companyId} and connection_id = ${message.connection_id} and conversation_id = ${message.conversation_id}
        and message_id = ${message.id} and taken_until is null
      order by id for update),
    dropped as (
      delete from outbox o using waiting w where o.company_id = ${ctx.companyId} and o.id = w.id)
    select exists (select from waiting where action = 'send' and attempts = 0) as has_never_left`.execute(ctx.db)
  return rows[0]?.has_never_left ?? false
}

/**
 * Takes back the sends of these messages that have never left: not in flight, and no try may have reached a network. Returns
 * their messages, which the caller removes; outcomes are stored with locks in this order.
 */
export async function takeBackUnsent(ctx: Ctx, messageIds: readonly number[]): Promise<number[]> {
  if (messageIds.length === 0) return []
  const { rows } = await sql<{ message_id: number }>`
    with waiting as (
      select o.id, m.id as message_id from messages m
      join outbox o on o.company_id = m.company_id and o.conversation_id = m.conversation_id and o.message_id = m.id
      where m.company_id = ${ctx.companyId} and m.id = any (${[...messageIds]}::bigint[])
        and o.action = 'send' and o.taken_until is null and o.attempts = o.held
      order by o.id for update of o),
    gone as (
      delete from outbox o using waiting w where o.company_id = ${ctx.companyId} and o.id = w.id)
    select message_id from waiting`.execute(ctx.db)
  return rows.map(({ message_id }) => message_id)
}

/** Drops the entries of a ticket whose messages will be removed. */
export async function deleteEntriesOfTicket(
  ctx: Ctx,
  { conversationId, ticketId }: { conversationId: number; ticketId: number },
): Promise<void> {
  await sql`
    delete from outbox o using messages m
    where o.company_id = ${ctx.companyId} and o.conversation_id = ${conversationId}
      and m.company_id = o.company_id and m.id = o.message_id and m.ticket_id = ${ticketId}`.execute(ctx.db)
}

export async function moveEntries(ctx: Ctx, conversationId: number, into: number): Promise<void> {
  await sql`update outbox set conversation_id = ${into} where company_id = ${ctx.companyId} and conversation_id = ${conversationId}`.execute(
    ctx.db,
  )
}

/** Moves entries to the conversations in which their messages are now. */
export async function followMessages(ctx: Ctx, conversationIds: readonly number[]): Promise<void> {
  await sql`
    update outbox o set conversation_id = m.conversation_id from messages m
    where o.company_id = ${ctx.companyId} and o.conversation_id = any (${[...conversationIds]}::bigint[])
      and m.company_id = o.company_id and m.id = o.message_id and m.conversation_id <> o.conversation_id`.execute(
    ctx.db,
  )
}

/** These would take a repeated message for another one. */
const choosing = channelsThat(({ idsBy }) => idsBy === 'network')

interface GivenUp {
  id: number
  ticket_id: number | null
  is_campaign: boolean
}

/**
 * Gives up messages that waited too long without a limit of the network, and marks them as failed. Their senders may
 * send them again, and are told if an earlier try may have arrived (R6) where nobody would recognise it. A campaign may not send
 * them again then, so its message says that.
 */
export async function giveUpStale(ctx: Ctx): Promise<GivenUp[]> {
  const { rows } = await sql<GivenUp>`
    with stale as (
      select o.message_id, o.attempts > o.held as may_have_left, o.begun_elsewhere,
        o.attempts > o.held + o.failures and (o.begun_elsewhere or n.channel = any (${choosing}::text[])) as is_unconfirmed,
        (select bool_or(p.is_last) from message_parts p
         where p.company_id = o.company_id and p.message_id = o.message_id and not p.is_lost) as was_sent_whole
      from outbox o join connections n on n.company_id = o.company_id and n.id = o.connection_id
      where o.company_id = ${ctx.companyId} and o.action = 'send' and not ${isFresh(sql.ref('o'))}
        and (o.taken_until is null or o.taken_until <= clock_timestamp())
      for update of o),
    -- Edits of a message that is given up are not needed any more.
    gone as (
      delete from outbox o using stale s
      where o.company_id = ${ctx.companyId} and o.message_id = s.message_id and o.action in ('send', 'edit'))
    update messages m set ack = case when s.was_sent_whole then greatest(m.ack, 1) else m.ack end, failure = case
      when s.was_sent_whole then null
      when m.origin = 'campaign' and s.may_have_left then 'ERR_SENDING_WAPP_MSG'
      when s.begun_elsewhere and not s.was_sent_whole then 'ERR_SENT_IN_PART'
      when s.is_unconfirmed then 'ERR_NOT_CONFIRMED'
      else 'ERR_MESSAGE_WAITED_TOO_LONG' end
    from stale s
    where m.company_id = ${ctx.companyId} and m.id = s.message_id and m.deleted_at is null
    returning m.id, m.ticket_id, m.origin = 'campaign' as is_campaign`.execute(ctx.db)
  return rows
}

/** Companies that may have stale messages: limits are considered later. */
export async function listCompaniesWithStale(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from outbox
    where action = 'send' and created_at <= ${aDayAgo}`.execute(operator)
  return rows.map((row) => row.company_id)
}
