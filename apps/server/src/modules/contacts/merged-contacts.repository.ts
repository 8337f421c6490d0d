import type { Ctx } from '#platform/context'
import { recordset, sql } from '#platform/database/sql'

/** Moves the identities of one contact to the other. */
export async function moveIdentities(ctx: Ctx, into: number, from: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update contact_identities set contact_id = ${into} where company_id = ${ctx.companyId} and contact_id = ${from} returning id`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/** What a merge has moved, as plain JSON, so that it can be undone. */
export interface MergeRecord {
  conversations: MovedConversation[]
  joined: JoinedTickets[]
  identities: number[]
  /** Tags that the kept contact did not have. */
  tags: number[]
  data: MovedData
  /** The network told it, and people may find that it was wrong: a number passes on, and its new owner has the old one's talks. */
  mayBeWrong?: true
}

export interface MovedConversation {
  id: number
  /** The conversation that it was merged into; null if the kept contact had none on this connection. */
  into: number | null
  connectionId: number
  address: string
  lastInboundAt: string | null
  createdAt: string
  tickets: number[]
}

/** Two tickets of which one was closed, because a conversation has one at most that is not. */
export interface JoinedTickets {
  staying: number
  ending: number
  /** Messages and notes of the one that was closed. */
  messages: number[]
  notes: number[]
  previews: TicketPreview[]
}

/** What a ticket shows of its messages. */
export interface TicketPreview {
  id: number
  last_message: string
  last_message_id: number | null
  last_message_at: string
  last_from_me: boolean
  unread_count: number
  waiting_since: string | null
}

/** The data of a contact that a merge may change. */
interface KnownData {
  phone: string | null
  email: string
  name: string
  is_nameless: boolean
  picture_url: string | null
  is_active: boolean
  bot_disabled: boolean
  accepts_audio: boolean
  lgpd_accepted_at: string | null
}

interface MovedData {
  /** Extra fields that moved. */
  fields: number[]
  before: KnownData
  after: KnownData
}

/**
 * Moves extra fields and data that the other contact lacks. Restrictions of either contact, such as a block, apply to
 * the merged contact.
 */
export async function moveContactData(ctx: Ctx, into: number, from: number): Promise<MovedData> {
  const { rows: fields } = await sql<{ id: number }>`
    update contact_fields f set contact_id = ${into}
    where f.company_id = ${ctx.companyId} and f.contact_id = ${from}
      and not exists (select from contact_fields o where o.company_id = f.company_id and o.contact_id = ${into} and o.name = f.name)
    returning f.id`.execute(ctx.db)
  const before = await knownOf(ctx, into)
  await sql`
    update contacts k set
      phone = coalesce(k.phone, m.phone), email = coalesce(nullif(k.email, ''), m.email),
      name = case when k.is_nameless and not m.is_nameless then m.name else k.name end,
      is_nameless = k.is_nameless and m.is_nameless,
      picture_url = coalesce(k.picture_url, m.picture_url),
      is_active = k.is_active and m.is_active, bot_disabled = k.bot_disabled or m.bot_disabled,
      accepts_audio = k.accepts_audio and m.accepts_audio,
      lgpd_accepted_at = coalesce(k.lgpd_accepted_at, m.lgpd_accepted_at), updated_at = now()
    from contacts m
    where k.company_id = ${ctx.companyId} and k.id = ${into} and m.company_id = k.company_id and m.id = ${from}`.execute(
    ctx.db,
  )
  return { fields: fields.map(({ id }) => id), before, after: await knownOf(ctx, into) }
}

async function knownOf(ctx: Ctx, id: number): Promise<KnownData> {
  const { rows } = await sql<{ known: KnownData }>`
    select json_build_object('phone', c.phone, 'email', c.email, 'name', c.name, 'is_nameless', c.is_nameless,
      'picture_url', c.picture_url, 'is_active', c.is_active, 'bot_disabled', c.bot_disabled,
      'accepts_audio', c.accepts_audio, 'lgpd_accepted_at', c.lgpd_accepted_at) as known
    from contacts c where c.company_id = ${ctx.companyId} and c.id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error(`contact ${id} is gone`)
  return row.known
}

/** Gives identities and extra fields back, and undoes what the merge changed, unless somebody has changed it since. */
export async function giveBack(
  ctx: Ctx,
  { keptId, mergedId }: { keptId: number; mergedId: number },
  { identities, data: { fields, before, after } }: Pick<MergeRecord, 'identities' | 'data'>,
): Promise<void> {
  await sql`
    update contact_identities set contact_id = ${mergedId}
    where company_id = ${ctx.companyId} and contact_id = ${keptId} and id = any (${identities}::bigint[])`.execute(
    ctx.db,
  )
  await sql`
    update contact_fields set contact_id = ${mergedId}
    where company_id = ${ctx.companyId} and contact_id = ${keptId} and id = any (${fields}::bigint[])`.execute(ctx.db)
  const was = recordset([before], known)
  const became = recordset([after], known)
  await sql`
    update contacts k set
      phone = case when k.phone is not distinct from a.phone then b.phone else k.phone end,
      email = case when k.email = a.email then b.email else k.email end,
      name = case when k.name = a.name then b.name else k.name end,
      is_nameless = case when k.name = a.name then b.is_nameless else k.is_nameless end,
      picture_url = case when k.picture_url is not distinct from a.picture_url then b.picture_url else k.picture_url end,
      is_active = case when k.is_active = a.is_active then b.is_active else k.is_active end,
      bot_disabled = case when k.bot_disabled = a.bot_disabled then b.bot_disabled else k.bot_disabled end,
      accepts_audio = case when k.accepts_audio = a.accepts_audio then b.accepts_audio else k.accepts_audio end,
      lgpd_accepted_at = case when k.lgpd_accepted_at is not distinct from a.lgpd_accepted_at then b.lgpd_accepted_at else k.lgpd_accepted_at end,
      updated_at = now()
    from (${was}) as b, (${became}) as a
    where k.company_id = ${ctx.companyId} and k.id = ${keptId}`.execute(ctx.db)
}

const known = sql`phone text, email text, name text, is_nameless boolean, picture_url text, is_active boolean, bot_disabled boolean, accepts_audio boolean, lgpd_accepted_at timestamptz`

/** `byUserId`: null if the network told that the two are one person. */
export async function insertMerge(
  ctx: Ctx,
  { keptId, mergedId, byUserId }: { keptId: number; mergedId: number; byUserId: number | null },
  moved: MergeRecord,
): Promise<void> {
  await sql`
    with gone as (
      update contacts set merged_into_id = ${keptId}, updated_at = now() where company_id = ${ctx.companyId} and id = ${mergedId})
    insert into contact_merges (company_id, kept_id, merged_id, by_user_id, moved)
    values (${ctx.companyId}, ${keptId}, ${mergedId}, ${byUserId}, ${JSON.stringify(moved)}::jsonb)`.execute(ctx.db)
}

export interface MergeRow {
  id: number
  merged_id: number
  name: string
  phone: string | null
  user_id: number
  user_name: string | null
  created_at: Date
}

const mayBeUndone = sql`(m.by_user_id is not null or m.moved @> '{"mayBeWrong": true}')`

/** The merges into this contact that can be undone, the last one first. */
export async function listMerges(ctx: Ctx, keptId: number): Promise<MergeRow[]> {
  const { rows } = await sql<MergeRow>`
    select m.id, m.merged_id, c.name, c.phone, coalesce(m.by_user_id, 0) as user_id, u.name as user_name, m.created_at
    from contact_merges m
    join contacts c on c.company_id = m.company_id and c.id = m.merged_id and c.merged_into_id = m.kept_id
    left join users u on u.company_id = m.company_id and u.id = m.by_user_id
    where m.company_id = ${ctx.companyId} and m.kept_id = ${keptId} and ${mayBeUndone} and m.parted_at is null
    order by m.id desc limit 100`.execute(ctx.db)
  return rows
}

/** Ends a merge. Returns the merged contact and what was moved; undefined if there is no such merge to undo. */
export async function endMerge(
  ctx: Ctx,
  keptId: number,
  mergeId: number,
): Promise<{ merged_id: number; moved: MergeRecord } | undefined> {
  const { rows } = await sql<{ merged_id: number; moved: MergeRecord }>`
    update contact_merges m set parted_at = now()
    where m.company_id = ${ctx.companyId} and m.id = ${mergeId} and m.kept_id = ${keptId} and ${mayBeUndone} and m.parted_at is null
    returning merged_id, moved`.execute(ctx.db)
  const [row] = rows
  if (row)
    await sql`update contacts set merged_into_id = null, updated_at = now() where company_id = ${ctx.companyId} and id = ${row.merged_id}`.execute(
      ctx.db,
    )
  return row
}
