import type { Ctx } from '#platform/context'
import { type Db, recordset, sql } from '#platform/database/sql'
import type { SendResult } from '@guiche/channel'

export interface OutboxEntry {
  id: number
  action: 'send' | 'edit' | 'delete' | 'react' | 'read'
  attempts: number
  payload: { emoji?: string; readIds?: string[] } | null
  connection_id: number
  channel: string
  address: string
  message_id: number
  ticket_id: number
  external_id: string
  body: string
  media_type: string
  deleted_at: Date | null
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
}

/** In seconds. What has waited for longer may not be wanted any more: it goes when its sender asks for it again. */
const freshFor = 24 * 3600

const aDayAgo = sql`now() - make_interval(secs => ${sql.lit(freshFor)})`

/**
 * Of an entry `o`: whether it has not waited for too long. What a limit of the network holds back does not age: its day
 * begins when the limit ends, or when the stranger writes for whom it was held.
 */
const isFresh = sql`(o.created_at > ${aDayAgo} or exists (
  select from connection_limits l
  join conversations s on s.company_id = l.company_id and s.id = o.conversation_id
  where l.company_id = o.company_id and l.connection_id = o.connection_id and l.until > ${aDayAgo}
    and (l.scope = 'everything' or s.last_inbound_at is null or s.last_inbound_at > ${aDayAgo})))`

/** In seconds. What a killed process had in hand waits that long (R4); one that lives says in time that it still has it. */
export const takenFor = 6

/**
 * What may be sent now: of each conversation its oldest entry, if it is due and nobody has it (R7). Connections that need
 * an owner wait, with no try counted, until this process can send on them: they are `served` then. So does what a
 * network lets a number send no more for a time, and what is too old to go without being asked for.
 */
export async function takeOutbox(ctx: Ctx, most: number, served: readonly number[]): Promise<OutboxEntry[]> {
  const { rows } = await sql<OutboxEntry>`
    with due as (
      select o.id from outbox o
      where o.company_id = ${ctx.companyId} and o.not_before <= clock_timestamp()
        and (o.taken_until is null or o.taken_until <= clock_timestamp())
        and (o.connection_id = any (${[...served]}::bigint[])
             or not exists (select from connection_leases l where l.company_id = o.company_id and l.connection_id = o.connection_id))
        and not exists (
          select from connection_limits l
          where l.company_id = o.company_id and l.connection_id = o.connection_id and l.is_on and l.until > clock_timestamp()
            and (l.scope = 'everything' or exists (
              select from conversations s where s.company_id = o.company_id and s.id = o.conversation_id and s.last_inbound_at is null)))
        and (o.action <> 'send' or ${isFresh})
        and not exists (select from outbox e where e.company_id = o.company_id and e.connection_id = o.connection_id
                          and e.conversation_id = o.conversation_id and e.id < o.id)
      order by o.id limit ${sql.lit(most)}
      for update skip locked),
    taken as (
      update outbox o set taken_until = clock_timestamp() + make_interval(secs => ${takenFor}), attempts = o.attempts + 1
      from due where o.company_id = ${ctx.companyId} and o.id = due.id
      returning o.*)
    select k.id, k.action, k.attempts, k.payload, k.connection_id, n.channel, v.address, m.id as message_id, m.ticket_id, m.external_id,
           m.body, m.media_type, m.deleted_at, m.from_me, m.is_forwarded, m.quoted_external_id, a.from_me as quoted_from_me, a.body as quoted_body,
           a.media_type as quoted_media_type, q.mime as quoted_mime, q.original_name as quoted_name,
           a.raw->'author'->>'address' as quoted_author, m.raw->'author'->>'address' as author,
           case when k.action = 'read' and m.raw->'author' is not null then (
             select jsonb_object_agg(s.external_id, s.raw->'author'->>'address') from messages s
             where s.company_id = k.company_id and s.connection_id = k.connection_id and s.raw->'author' is not null
               and s.external_id in (select jsonb_array_elements_text(k.payload->'readIds'))) end as read_authors,
           f.storage_key as file_key, f.mime as file_mime, f.original_name as file_name, f.bytes as file_bytes
    from taken k
    join messages m on m.company_id = k.company_id and m.id = k.message_id
    join conversations v on v.company_id = k.company_id and v.id = k.conversation_id
    join connections n on n.company_id = k.company_id and n.id = k.connection_id
    left join messages a on a.company_id = m.company_id and a.connection_id = m.connection_id and a.external_id = m.quoted_external_id and not a.is_private and a.deleted_at is null
    left join files q on q.company_id = a.company_id and q.id = a.file_id
    left join files f on f.company_id = m.company_id and f.id = m.file_id
    order by k.id`.execute(ctx.db)
  return rows
}

/** Cheaper than taking nothing, and most often there is nothing. */
export async function isOutboxWaiting(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ is_waiting: boolean }>`
    select exists (select from outbox where company_id = ${ctx.companyId} and not_before <= clock_timestamp()
                     and (taken_until is null or taken_until <= clock_timestamp())) as is_waiting`.execute(ctx.db)
  return rows[0]?.is_waiting ?? false
}

/** For a try that still goes on. */
export async function keepOutbox(ctx: Ctx, entries: Pick<OutboxEntry, 'id' | 'attempts'>[]): Promise<void> {
  const held = entries.map(({ id, attempts }) => ({ id, attempts }))
  await sql`
    update outbox o set taken_until = clock_timestamp() + make_interval(secs => ${takenFor})
    from (${recordset(held, sql`id bigint, attempts smallint`)}) as x
    where o.company_id = ${ctx.companyId} and o.id = x.id and o.attempts = x.attempts`.execute(ctx.db)
}

/**
 * `attempts` is the number of the try: only the try that holds the entry may finish it (R27). `dropped`: it is not wanted
 * any more, and the network has not been asked.
 */
export type Outcome = Pick<OutboxEntry, 'id' | 'attempts' | 'connection_id'> & (SendResult | { status: 'dropped' })

/** Of those that count against it: the network had it, and did not take it. */
const mostTries = 8

/** In seconds: what had no line is looked at again, and what a limit holds is due when that ends, or when its stranger writes. */
const heldFor = 2

interface Settled {
  id: number
  ticket_id: number
  action: 'send' | 'edit' | 'delete' | 'react'
  status: Outcome['status']
}

/** What has come to an end. Only a `send` that failed leaves its message unsent: the others are done to what is there. */
export async function settleOutbox(ctx: Ctx, outcomes: Outcome[]): Promise<Settled[]> {
  const rows = outcomes.map((outcome) => ({
    id: outcome.id,
    attempts: outcome.attempts,
    status: outcome.status,
    reason: 'reason' in outcome ? outcome.reason : null,
    scope: outcome.status === 'held' ? (outcome.limit?.scope ?? null) : null,
  }))
  const { rows: settled } = await sql<Settled>`
    with outcome as (
      ${recordset(rows, sql`id bigint, attempts smallint, status text, reason text, scope text`)}),
    done as (
      delete from outbox o using outcome x
      where o.company_id = ${ctx.companyId} and o.id = x.id and o.attempts = x.attempts
        and (x.status in ('sent', 'rejected', 'dropped') or x.status = 'retry' and o.failures + 1 >= ${mostTries})
      returning o.message_id, o.action, x.status, x.reason),
    postponed as (
      update outbox o set taken_until = null, error = x.reason, failures = o.failures + 1,
        not_before = clock_timestamp() + make_interval(secs => least(300, power(2, o.failures)) * (0.8 + 0.4 * random()))
      from outcome x
      where o.company_id = ${ctx.companyId} and o.id = x.id and o.attempts = x.attempts and x.status = 'retry' and o.failures + 1 < ${mostTries}),
    held as (
      update outbox o set taken_until = null, error = x.scope,
        not_before = clock_timestamp() + make_interval(secs => ${heldFor})
      from outcome x
      where o.company_id = ${ctx.companyId} and o.id = x.id and o.attempts = x.attempts and x.status = 'held'),
    -- In one order, as all who change several at once: their receipts come meanwhile.
    locked as (
      select m.id, m.ticket_id, d.action, d.status, d.reason
      from done d join messages m on m.company_id = ${ctx.companyId} and m.id = d.message_id
      where d.action <> 'read' and d.status <> 'dropped'
      order by m.id for no key update of m),
    marked as (
      update messages m set
        ack = case when d.status = 'sent' then greatest(m.ack, 1) else m.ack end,
        failure = case when d.status = 'sent' or m.deleted_at is not null then null else d.reason end
      from locked d
      where m.company_id = ${ctx.companyId} and m.id = d.id and d.action = 'send')
    select id, ticket_id, action, status from locked`.execute(ctx.db)
  return settled
}

/**
 * What waits of a message goes nowhere: it is taken back. What is in hand comes to its end first. True: nobody has ever
 * taken it, so that there is nothing to be taken back at the network. Before the message is changed: who settles has both,
 * in this order.
 */
export async function dropWaiting(
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

/** What waited for too long, on nothing that the network forbade, is not sent any more; its sender is told, and may ask for it again. */
export async function giveUpStale(ctx: Ctx): Promise<{ id: number; ticket_id: number }[]> {
  const { rows } = await sql<{ id: number; ticket_id: number }>`
    with stale as (
      select o.message_id from outbox o
      where o.company_id = ${ctx.companyId} and o.action = 'send' and not ${isFresh}
        and (o.taken_until is null or o.taken_until <= clock_timestamp())
      for update of o),
    -- What changes it waits for nothing any more.
    gone as (
      delete from outbox o using stale s
      where o.company_id = ${ctx.companyId} and o.message_id = s.message_id and o.action in ('send', 'edit'))
    update messages m set failure = 'ERR_MESSAGE_WAITED_TOO_LONG' from stale s
    where m.company_id = ${ctx.companyId} and m.id = s.message_id and m.deleted_at is null
    returning m.id, m.ticket_id`.execute(ctx.db)
  return rows
}

/** They may have some: what a limit holds back is told apart later. */
export async function listCompaniesWithStale(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from outbox
    where action = 'send' and created_at <= ${aDayAgo}`.execute(operator)
  return rows.map((row) => row.company_id)
}
