import type { LimitScope, StoredChannel } from '@guiche/channel'
import type { ConnectionView, ScheduleEntry } from '@guiche/contract'
import { channelsThat } from '#channels/facts'
import { type Ctx, userIdOf } from '#platform/context'
import { type Db, type RawBuilder, recordset, sql } from '#platform/database/sql'
import { enterAddress, removeAddresses } from '#modules/companies'
import { type ConnectionSettings, readConnectionSettings } from './connection-settings.ts'

export interface ConnectionRow {
  id: number
  company_id: number
  name: string
  channel: StoredChannel
  status: string
  qrcode: string | null
  retries: number | null
  qrcode_seconds: number | null
  end_reason: string | null
  /** How far the pairing of a phone is that shall reach its number. Null: none is paired. */
  moving: 'opening' | 'qrcode' | 'pairing' | 'timeout' | 'disconnected' | 'passkey' | null
  /** Why that has ended; empty: it has not. */
  moving_ended: string | null
  /** The connection that officially has the number of the phone that was paired last. */
  official_id: number | null
  /** The current sending limit of the network. */
  sending_limit: { scope: LimitScope; until: string } | null
  number: string | null
  /** That of a web chat, which is public; empty for all others. */
  token: string
  is_default: boolean
  allows_groups: boolean
  group_as_ticket: boolean
  idle_close_minutes: number
  rating_close_minutes: number
  idle_warning_minutes: number
  reopen_minutes: number
  redirect_queue_id: number | null
  redirect_minutes: number
  prompt_id: number | null
  prompt: { id: number; name: string } | null
  integration_id: number | null
  settings: ConnectionSettings
  opening_hours: ScheduleEntry[]
  /** The last characters of its secret token; null: it has none. */
  token_ending: string | null
  /** The last characters of its token for voice calls; null: it has none. */
  call_token_ending: string | null
  /** The app on a phone has its number too. */
  is_on_phone: boolean
  /** The file that the greeting is the caption of. */
  greeting_file: { id: number; name: string; mime: string } | null
  created_at: Date
  updated_at: Date
  /** The import of old messages, also after its end. */
  import: ImportPart | null
  timezone: string
  queues: ConnectionView['queues']
}

interface ImportPart {
  state: 'asked' | 'preparing' | 'running' | 'closing' | 'done'
  since: string
  until: string | null
  takes_groups: boolean
  closes_tickets: boolean
  is_once: boolean
  heard_at: string | null
  total: number
  done: number
  reached_at: string | null
  /** In percent, how much of it the phone has sent; null: it does not say. */
  sent: number | null
}

/** An absent field is left as it is. */
export interface ConnectionValues {
  name?: string | undefined
  is_default?: boolean | undefined
  allows_groups?: boolean | undefined
  group_as_ticket?: boolean | undefined
  idle_close_minutes?: number | undefined
  rating_close_minutes?: number | undefined
  idle_warning_minutes?: number | undefined
  reopen_minutes?: number | undefined
  redirect_queue_id?: number | null | undefined
  redirect_minutes?: number | undefined
  prompt_id?: number | null | undefined
  integration_id?: number | null | undefined
  settings?: string | undefined
  opening_hours?: string | undefined
  greeting_file_id?: number | null | undefined
}

/** The first level of the menu of a queue, in order. */
const optionsOfQueue = sql`
  (select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'greetingMessage', m.greeting_message, 'closeTicket', m.closes_ticket)
                            order by m.position), '[]')
   from chatbot_options m
   where m.company_id = q.company_id and m.queue_id = q.id and m.parent_id is null)`

const byPhone = channelsThat(({ linkedBy }) => linkedBy === 'phone')

const columns = sql`
  n.id, n.company_id, n.name, n.channel, n.status, n.number, n.token, n.is_default, n.allows_groups, n.group_as_ticket,
  n.idle_close_minutes, n.rating_close_minutes, n.idle_warning_minutes, n.reopen_minutes, n.redirect_queue_id,
  n.redirect_minutes, n.prompt_id, n.integration_id, n.settings, n.opening_hours, n.created_at, n.updated_at, s.qrcode, s.retries,
  case when n.channel = any (${byPhone}::text[]) then s.end_reason else a.ended_because end as end_reason,
  s.moving, s.end_reason as moving_ended, s.official_id,
  greatest(0, round(extract(epoch from s.qrcode_until - clock_timestamp())))::int as qrcode_seconds,
  (select json_build_object('scope', l.scope, 'until', l.until) from connection_limits l
   where l.company_id = n.company_id and l.connection_id = n.id and l.is_on and l.until > now()
   order by array_position(array['everything', 'new_chats', 'templates', 'campaigns'], l.scope) limit 1) as sending_limit,
  o.timezone,
  (select k.ending from connection_tokens k where k.company_id = n.company_id and k.connection_id = n.id) as token_ending,
  (select k.ending from connection_call_tokens k where k.company_id = n.company_id and k.connection_id = n.id) as call_token_ending,
  (select json_build_object('id', p.id, 'name', p.name) from prompts p
   where p.company_id = n.company_id and p.id = n.prompt_id) as prompt,
  (select json_build_object('id', f.id, 'name', f.original_name, 'mime', f.mime) from files f
   where f.company_id = n.company_id and f.id = n.greeting_file_id) as greeting_file,
  n.channel <> all (${byPhone}::text[]) and coalesce((select f.is_on_phone from official_numbers f where f.company_id = n.company_id and f.connection_id = n.id), false) as is_on_phone,
  (select row_to_json(i) from connection_imports i where i.company_id = n.company_id and i.connection_id = n.id) as import,
  (select coalesce(json_agg(json_build_object('id', q.id, 'name', q.name, 'color', q.color, 'greetingMessage', q.greeting_message,
                                              'integrationId', q.integration_id, 'fileListId', q.file_list_id, 'promptId', q.prompt_id,
                                              'closeTicket', q.closes_ticket, 'chatbots', ${optionsOfQueue})
                            order by q.position, fold(q.name)), '[]')
   from connection_queues nq join queues q on q.company_id = nq.company_id and q.id = nq.queue_id
   where nq.company_id = n.company_id and nq.connection_id = n.id and q.archived_at is null) as queues`

async function select(db: Db, condition: RawBuilder<unknown>): Promise<ConnectionRow[]> {
  const { rows } = await sql<Omit<ConnectionRow, 'settings'> & { settings: unknown }>`
    select ${columns} from connections n
    join companies o on o.id = n.company_id
    left join whatsapp_sessions s on s.company_id = n.company_id and s.connection_id = n.id
    left join network_accounts a on a.company_id = n.company_id and a.connection_id = n.id
    where ${condition} and n.archived_at is null order by fold(n.name), n.id`.execute(db)
  return rows.map((row) => ({ ...row, settings: readConnectionSettings(row.channel, row.settings) }))
}

export const listConnections = (ctx: Ctx): Promise<ConnectionRow[]> =>
  select(ctx.db, sql`n.company_id = ${ctx.companyId}`)

export const findConnections = (ctx: Ctx, ids: readonly number[]): Promise<ConnectionRow[]> =>
  select(ctx.db, sql`n.company_id = ${ctx.companyId} and n.id = any (${[...ids]}::bigint[])`)

/** Finds archived connections too, because their last messages may still be processed. */
export async function channelOf(ctx: Ctx, id: number): Promise<StoredChannel> {
  const { rows } = await sql<{ channel: StoredChannel }>`
    select channel from connections where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw new Error(`there is no connection ${id}`)
  return rows[0].channel
}

/**
 * The acting user's own connection; otherwise the company's default if it is connected; otherwise any that is
 * connected.
 */
export async function findPreferredConnection(ctx: Ctx): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select n.id
    from connections n
    left join users u on u.company_id = n.company_id and u.id = ${userIdOf(ctx.actor)} and u.connection_id = n.id
    where n.company_id = ${ctx.companyId} and n.archived_at is null and (u.id is not null or n.status = 'connected')
    order by u.id is null, not n.is_default, n.id
    limit 1`.execute(ctx.db)
  return rows[0]?.id
}

/** The default one of these channels if it is connected, or any other that is. */
export async function findConnected(
  ctx: Pick<Ctx, 'companyId' | 'db'>,
  channels: readonly StoredChannel[],
): Promise<Pick<ConnectionRow, 'id' | 'channel'> | undefined> {
  const { rows } = await sql<Pick<ConnectionRow, 'id' | 'channel'>>`
    select id, channel from connections
    where company_id = ${ctx.companyId} and channel = any (${[...channels]}) and status = 'connected' and archived_at is null
    order by is_default desc, id limit 1`.execute(ctx.db)
  return rows[0]
}

/** Finds a web chat in any company by its token or by the id of a visitor, with the operator's role. */
export async function findWebChat(
  operator: Db,
  kind: 'web_chat' | 'visitor',
  key: string,
): Promise<ConnectionRow | undefined> {
  const [connection] = await select(
    operator,
    sql`(n.company_id, n.id) = (select a.company_id, a.target_id from address_book a
                                join companies c on c.id = a.company_id and c.active
                                where a.kind = ${kind} and a.key = ${key})`,
  )
  return connection
}

export async function insertConnection(
  ctx: Ctx,
  values: ConnectionValues & { name: string; channel: string; status: string },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('connections')
    .values({ ...values, company_id: ctx.companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeConnection(ctx: Ctx, id: number, { settings, ...values }: ConnectionValues): Promise<void> {
  await ctx.db
    .updateTable('connections')
    .set({
      ...values,
      // Settings that a later version has stored are kept.
      ...(settings !== undefined && { settings: sql`settings || ${settings}::jsonb` }),
      updated_at: sql`now()`,
    })
    .where('company_id', '=', ctx.companyId)
    .where('id', '=', id)
    .execute()
}

/** Answers the ids of the connections that were the default. */
export async function unsetDefault(ctx: Ctx): Promise<number[]> {
  const unset = await ctx.db
    .updateTable('connections')
    .set({ is_default: false, updated_at: sql`now()` })
    .where('company_id', '=', ctx.companyId)
    .where('is_default', '=', true)
    .where('archived_at', 'is', null)
    .returning('id')
    .execute()
  return unset.map(({ id }) => id)
}

export async function replaceQueues(ctx: Ctx, connectionId: number, queueIds: readonly number[]): Promise<void> {
  const ids = [...queueIds]
  await sql`
    with gone as (
      delete from connection_queues
      where company_id = ${ctx.companyId} and connection_id = ${connectionId} and queue_id <> all (${ids}::bigint[]))
    insert into connection_queues (company_id, connection_id, queue_id)
    select ${ctx.companyId}, ${connectionId}, id from unnest(${ids}::bigint[]) as id
    on conflict do nothing`.execute(ctx.db)
}

/** Removes a deleted queue from all connections. */
export async function releaseQueue(ctx: Ctx, queueId: number): Promise<void> {
  await sql`
    with offers as (delete from connection_queues where company_id = ${ctx.companyId} and queue_id = ${queueId})
    update connections set redirect_queue_id = null, redirect_minutes = 0
    where company_id = ${ctx.companyId} and redirect_queue_id = ${queueId}`.execute(ctx.db)
}

/** Takes a deleted prompt from all connections. Returns those in use that handed their customers to it. */
export async function releasePrompt(ctx: Ctx, promptId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_used: boolean }>`
    update connections set prompt_id = null, updated_at = now()
    where company_id = ${ctx.companyId} and prompt_id = ${promptId}
    returning id, archived_at is null as is_used`.execute(ctx.db)
  return rows.flatMap(({ id, is_used }) => (is_used ? [id] : []))
}

/** Takes a deleted integration from all connections. Returns those in use that had it. */
export async function releaseIntegration(ctx: Ctx, integrationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_used: boolean }>`
    update connections n set integration_id = null, updated_at = now()
    where n.company_id = ${ctx.companyId} and n.integration_id = ${integrationId}
    returning n.id, n.archived_at is null as is_used`.execute(ctx.db)
  return rows.flatMap(({ id, is_used }) => (is_used ? [id] : []))
}

/** Stores the status that people see. False: the connection does not exist any more. */
export async function showStatus(
  ctx: Ctx,
  id: number,
  { status, number }: { status: string; number: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update connections n
    set status = ${status}, status_at = case when n.status <> ${status} then now() else n.status_at end,
        number = coalesce(${number}, n.number), updated_at = now()
    where n.company_id = ${ctx.companyId} and n.id = ${id} and n.archived_at is null
    returning n.id`.execute(ctx.db)
  return rows.length > 0
}

/** Which of these have come to be connected since a time of their own, in ms. */
export async function connectedSince(
  { companyId, db }: Ctx,
  connections: readonly { id: number; since: number }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select n.id from connections n
    join (${recordset(connections, sql`id bigint, since float8`)}) as x on x.id = n.id
    where n.company_id = ${companyId} and n.status = 'connected' and n.status_at >= to_timestamp(x.since / 1000)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Makes a web chat's token known to visitors. False: the token is already used. */
export async function enterWebChat(ctx: Ctx, connectionId: number, token: string): Promise<boolean> {
  await removeAddresses(ctx, ['web_chat'], connectionId)
  return enterAddress(ctx, { kind: 'web_chat', key: token, targetId: connectionId })
}

export async function storePublicToken(ctx: Ctx, connectionId: number, token: string): Promise<void> {
  await sql`
    update connections set token = ${token}, updated_at = now()
    where company_id = ${ctx.companyId} and id = ${connectionId}`.execute(ctx.db)
}

/** The network's view of the number changes, and nothing else. */
export async function changeChannel(ctx: Ctx, id: number, channel: StoredChannel): Promise<void> {
  await sql`
    update connections set channel = ${channel}, moved_at = clock_timestamp(), updated_at = now()
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** Another connection of the company on one of these channels that has this number, with or without the ninth digit of Brazil. */
export async function findOfNumber(
  ctx: Ctx,
  { number, channels, but }: { number: string; channels: readonly StoredChannel[]; but: number | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from connections
    where company_id = ${ctx.companyId} and channel = any (${[...channels]}::text[]) and archived_at is null
      and phone_key(number) = phone_key(${number}) and (${but}::bigint is null or id <> ${but})
    order by id limit 1`.execute(ctx.db)
  return rows[0]?.id
}

/** Whether the connection has this number, or none yet. */
export async function hasNumber(ctx: Ctx, id: number, number: string): Promise<boolean> {
  const { rows } = await sql`
    select from connections
    where company_id = ${ctx.companyId} and id = ${id} and (coalesce(number, '') = '' or phone_key(number) = phone_key(${number}))`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** The row stays for the history; its name and token can be used again. */
export async function archiveConnection(ctx: Ctx, id: number): Promise<void> {
  await removeAddresses(ctx, ['web_chat', 'api_token', 'meta_page', 'cloud_phone'], id)
  await sql`
    update connections
    set archived_at = now(), updated_at = now(), is_default = false, token = '', status = 'disconnected', status_at = now()
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}
