import type { Absence, Identity, PastFile, StoredChannel } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'
import type { OldMessage } from '#modules/inbound'

export interface Chunk {
  id: number
  channel: StoredChannel
  own: Record<string, string>
  payload: Buffer
  attempts: number
  for_import: boolean
  /** The phone sent it because we asked, to compare it with what is stored. */
  is_answer: boolean
  received_at: Date
  /** The time in which the phone was not linked here; null if it never was before. */
  missed: Absence | null
}

/** The oldest chunk that is not unpacked yet, if it is due. */
export async function findChunk(ctx: Ctx, connectionId: number): Promise<Chunk | undefined> {
  const { rows } = await sql<Omit<Chunk, 'missed'> & { missed_since: Date | null; missed_until: Date | null }>`
    select h.id, coalesce(h.channel, n.channel) as channel, h.own, h.payload, h.attempts, h.for_import, h.is_answer, h.received_at, h.missed_since, h.missed_until
    from history_chunks h join connections n on n.company_id = h.company_id and n.id = h.connection_id
    where h.company_id = ${ctx.companyId} and h.connection_id = ${connectionId} and h.not_before <= now()
    order by h.id limit 1`.execute(ctx.db)
  const [row] = rows
  if (!row) return undefined
  const { missed_since: since, missed_until: until, ...chunk } = row
  return { ...chunk, missed: since && until && { since: since.toISOString(), until: until.toISOString() } }
}

/** False: the chunk is gone, because another process unpacked it or the import was cancelled. */
export async function removeChunk(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    delete from history_chunks where company_id = ${ctx.companyId} and id = ${id} returning id`.execute(ctx.db)
  return rows.length > 0
}

/** Retried after 1, 2, 4, … seconds. */
export async function postponeChunk(ctx: Ctx, id: number): Promise<void> {
  await sql`
    update history_chunks set attempts = attempts + 1, not_before = now() + make_interval(secs => power(2, attempts))
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** Reads a chunk again, later. */
export async function keepChunk(ctx: Ctx, connectionId: number, chunk: Chunk): Promise<void> {
  await sql`
    insert into history_chunks (company_id, connection_id, channel, own, payload, for_import, attempts, not_before)
    values (${ctx.companyId}, ${connectionId}, ${chunk.channel}, ${JSON.stringify(chunk.own)}::jsonb, ${chunk.payload}, ${chunk.for_import},
      ${chunk.attempts + 1}, now() + make_interval(secs => power(2, ${chunk.attempts}::int)))`.execute(ctx.db)
}

/** Gives messages that wait here what was missing of them: their files. Returns which of them wait here. */
export async function giveWaitingFiles(ctx: Ctx, connectionId: number, files: PastFile[]): Promise<Set<string>> {
  const rows = files.map(({ externalId, ...given }) => ({ external_id: externalId, given }))
  const { rows: waiting } = await sql<{ external_id: string }>`
    with found as (${recordset(rows, sql`external_id text, given jsonb`)}),
    given as (
      update history_messages h set payload = h.payload || f.given from found f
      where h.company_id = ${ctx.companyId} and h.connection_id = ${connectionId} and h.external_id = f.external_id
        and not h.payload ? 'media')
    select h.external_id from history_messages h join found f on f.external_id = h.external_id
    where h.company_id = ${ctx.companyId} and h.connection_id = ${connectionId}`.execute(ctx.db)
  return new Set(waiting.map((row) => row.external_id))
}

/** Adds messages that are not stored yet to those that the import has to bring in, and to its total. */
export async function insertHistory(
  ctx: Ctx,
  connectionId: number,
  chunkId: number,
  messages: OldMessage[],
): Promise<void> {
  const rows = messages.map((payload, ord) => ({
    ord,
    external_id: payload.externalId,
    sent_at: payload.sentAt,
    payload,
  }))
  await sql`
    with added as (
      insert into history_messages (company_id, connection_id, chunk_id, external_id, sent_at, payload)
      select ${ctx.companyId}, ${connectionId}, ${chunkId}, external_id, sent_at, payload
      from (${recordset(rows, sql`ord int, external_id text, sent_at timestamptz, payload jsonb`)}) as x
      where not exists (select from messages m where m.company_id = ${ctx.companyId} and m.connection_id = ${connectionId} and m.external_id = x.external_id)
      order by ord
      on conflict (company_id, connection_id, external_id) do nothing
      returning external_id)
    update connection_imports set total = total + (select count(*) from added)
    where company_id = ${ctx.companyId} and connection_id = ${connectionId}`.execute(ctx.db)
}

export async function insertNames(
  ctx: Ctx,
  connectionId: number,
  names: { identity: Identity; name: string }[],
): Promise<void> {
  const rows = names.map(({ identity: { kind, value }, name }) => ({ kind, value, name }))
  await sql`
    insert into history_names (company_id, connection_id, kind, value, name)
    select distinct on (kind, value) ${ctx.companyId}::int, ${connectionId}::bigint, kind, value, name
    from (${recordset(rows, sql`kind text, value text, name text`)}) as x
    on conflict (company_id, connection_id, kind, value) do update set name = excluded.name`.execute(ctx.db)
}

export interface WaitingMessage {
  externalId: string
  sentAt: Date
  message: OldMessage
}

/**
 * The oldest first, messages of one second in the order in which they were sent. A message that failed comes after all
 * others.
 */
export async function takeHistory(ctx: Ctx, connectionId: number, most: number): Promise<WaitingMessage[]> {
  const { rows } = await sql<{ external_id: string; sent_at: Date; payload: OldMessage; name: string | null }>`
    with taken as (
      select * from history_messages
      where company_id = ${ctx.companyId} and connection_id = ${connectionId}
      order by attempts, sent_at, chunk_id desc, id limit ${sql.lit(most)})
    select t.external_id, t.sent_at, t.payload, n.name
    from taken t
    left join lateral (
      select n.name from history_names n
      where n.company_id = ${ctx.companyId} and n.connection_id = ${connectionId} and t.payload ->> 'name' = ''
        and (n.kind, n.value) in (
          select who ->> 'kind', who ->> 'value'
          from jsonb_array_elements(jsonb_build_array(t.payload -> 'from') || coalesce(t.payload -> 'aliases', '[]')) who)
      union all
      -- Where the history has no names, its phone book has.
      select p.name from phone_contacts p
      where p.company_id = ${ctx.companyId} and p.connection_id = ${connectionId} and t.payload ->> 'name' = ''
        and t.payload -> 'from' ->> 'kind' = 'phone' and p.number = t.payload -> 'from' ->> 'value' and p.name <> ''
      limit 1) n on true
    order by t.attempts, t.sent_at, t.chunk_id desc, t.id`.execute(ctx.db)
  return rows.map(({ external_id, sent_at, payload, name }) => ({
    externalId: external_id,
    sentAt: sent_at,
    message: name === null ? payload : { ...payload, name },
  }))
}

export async function removeHistory(ctx: Ctx, connectionId: number, externalIds: string[]): Promise<void> {
  await sql`
    delete from history_messages
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = any (${externalIds}::text[])`.execute(
    ctx.db,
  )
}

const maxTries = 3

/** Moves a message behind all others; true: it has no tries left. */
export async function postponeHistory(ctx: Ctx, connectionId: number, externalId: string): Promise<boolean> {
  const { rows } = await sql<{ attempts: number }>`
    update history_messages set attempts = attempts + 1
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and external_id = ${externalId}
    returning attempts`.execute(ctx.db)
  return (rows[0]?.attempts ?? 0) >= maxTries
}
