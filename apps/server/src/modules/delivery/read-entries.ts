import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import { isOfOtherWay } from './of-other-way.ts'
import type { OutboxEntry } from './outbox.repository.ts'

/** The columns of the outbox itself. */
export type TakenEntry = Pick<
  OutboxEntry,
  'id' | 'action' | 'attempts' | 'failures' | 'error' | 'priority' | 'payload' | 'spacing' | 'late' | 'connection_id'
> & {
  conversation_id: number
  message_id: number | null
  may_have_left: boolean
  is_unconfirmed: boolean
  begun_elsewhere: boolean
}

/** An entry before campaigns were asked about it. */
export interface ReadEntry extends Omit<OutboxEntry, 'stopped_by'> {
  /** An earlier try has ended without a certain answer, or its process was killed: nobody knows whether it was sent. */
  may_have_left: boolean
}

/** Adds to entries their messages and recipients, in the order of the entries. */
export async function readEntries(ctx: Ctx, entries: readonly TakenEntry[]): Promise<ReadEntry[]> {
  const taken = entries.map((entry, turn) => ({ ...entry, turn }))
  const { rows } = await sql<ReadEntry>`
    with k as (${recordset(taken, columns)})
    select k.id, k.action, k.attempts, k.failures, k.error, k.priority, k.payload, k.spacing, k.late, k.connection_id, n.channel, n.archived_at is not null as is_connection_deleted, v.address,
           m.id as message_id, m.external_id, m.body, m.raw->'menu' as menu, m.raw->'template' as template, m.media_type, m.deleted_at, m.from_me, m.is_forwarded,
           m.origin = 'campaign' as is_campaign, k.may_have_left, k.is_unconfirmed, k.begun_elsewhere, m.origin = 'user' as is_persons,
           m.raw ? 'template' and exists (
             select from connection_limits l
             where l.company_id = n.company_id and l.connection_id = n.id and l.scope = 'templates' and l.is_on and l.until > clock_timestamp()) as are_templates_stopped,
           m.raw->'template'->>'category' is not distinct from 'marketing' and exists (
             select from messages b
             where b.company_id = m.company_id and b.conversation_id = m.conversation_id and b.id <> m.id
               and b.failure = 'ERR_MARKETING_HELD_BACK' and b.sent_at > now() - interval '1 day') as is_held_back,
           ${isOfOtherWay(sql`m`, sql`n`)} as is_of_other_way, ${isOfOtherWay(sql`a`, sql`n`)} as is_quote_of_other_way,
           case when k.begun_elsewhere then (
             select bool_or(p.is_last) from message_parts p
             where p.company_id = m.company_id and p.message_id = m.id and not p.is_lost) end as was_sent_whole,
           extract(epoch from clock_timestamp() - v.last_inbound_at)::float8 as since_customer,
           m.quoted_external_id, a.from_me as quoted_from_me, a.body as quoted_body,
           a.media_type as quoted_media_type, q.mime as quoted_mime, q.original_name as quoted_name,
           a.raw->'author'->>'address' as quoted_author, m.raw->'author'->>'address' as author,
           case when k.action = 'read' and m.raw->'author' is not null then (
             select jsonb_object_agg(s.external_id, s.raw->'author'->>'address') from messages s
             where s.company_id = ${ctx.companyId} and s.connection_id = k.connection_id and s.raw->'author' is not null
               and s.external_id in (select jsonb_array_elements_text(k.payload->'readIds'))) end as read_authors,
           f.storage_key as file_key, f.mime as file_mime, f.original_name as file_name, f.bytes as file_bytes,
           f.seconds as file_seconds, f.wave as file_wave
    from k
    join messages m on m.company_id = ${ctx.companyId} and m.id = k.message_id
    join conversations v on v.company_id = m.company_id and v.id = k.conversation_id
    join connections n on n.company_id = m.company_id and n.id = k.connection_id
    left join messages a on a.company_id = m.company_id and a.connection_id = m.connection_id and a.external_id = m.quoted_external_id and not a.is_private and a.deleted_at is null
    left join files q on q.company_id = a.company_id and q.id = a.file_id
    left join files f on f.company_id = m.company_id and f.id = m.file_id
    order by k.turn`.execute(ctx.db)
  return rows
}

const columns = sql`
  id bigint, action text, attempts smallint, failures smallint, error text, priority smallint, payload jsonb, spacing real, late float8,
  connection_id bigint, conversation_id bigint, message_id bigint, may_have_left boolean, is_unconfirmed boolean, begun_elsewhere boolean, turn int`
