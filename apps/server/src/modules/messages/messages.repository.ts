import type { CallOutcome, StoredChannel } from '@guiche/channel'
import type { Referral, SentTemplate } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, sql } from '#platform/database/sql'
import type { SpeakerPart } from '#modules/contacts'
import { isOfOtherWay } from '#modules/delivery'
import { type SeenTicket, messageIsSeen } from '#modules/visibility'

/** A message with everything that its view shows. */
export interface MessageRow {
  id: number
  company_id: number
  conversation_id: number
  ticket_id: number
  connection_id: number
  sent_at: Date
  created_at: Date
  external_id: string
  client_id: string | null
  sender_user_id: number | null
  quoted_external_id: string | null
  ack: number
  from_me: boolean
  is_private: boolean
  is_forwarded: boolean
  media_type: string
  origin: string
  edited_at: Date | null
  deleted_at: Date | null
  failure: string | null
  /** What the network said of the failure of that reason. */
  refusal: { reason: string; details: string } | null
  body: string
  /** Read with `signatureOf`. */
  signature: string | null
  raw: RawPart | null
  contact_id: number
  contact_name: string
  contact_phone: string | null
  /** How the network addresses the chat. */
  address: string
  channel: StoredChannel
  user_name: string | null
  ticket_queue_id: number | null
  queue_name: string | null
  queue_color: string | null
  file: FilePart | null
  quoted: QuotedPart | null
  reactions: { emoji: string; sender: string }[] | null
  is_of_other_way: boolean
}

/** A call without an outcome is ringing, or the network has not told how it ended. */
export interface Call {
  isVideo: boolean
  outcome?: CallOutcome
}

/** Details that have no column. */
interface RawPart {
  call?: Call
  author?: SpeakerPart
  template?: SentTemplate
  referral?: Referral
  writtenIn?: 'inbox' | 'app'
}

interface FilePart {
  key: string
  name: string
  mime: string
  bytes: number
  width: number | null
  height: number | null
  thumbnail: string | null
  seconds: number | null
  wave: number[] | null
  pages: number | null
  state: string
  /** The file is fetched from the network when somebody opens it, which nobody has done yet. */
  is_lazy: boolean
}

export interface QuotedPart {
  id: number
  /** A user who sees the quoting message may not be allowed to see this ticket. */
  ticket: SeenTicket & { id: number }
  external_id: string
  body: string
  signature: string | null
  sender_user_id: number | null
  from_me: boolean
  media_type: string
  is_private: boolean
  is_deleted: boolean
  author: SpeakerPart | null
  file: { key: string; name: string } | null
}

const columns = sql`
  m.id, m.company_id, m.conversation_id, t.id as ticket_id, m.connection_id, m.sent_at, m.created_at, m.external_id, m.client_id,
  m.sender_user_id, m.quoted_external_id, m.ack, m.from_me, m.is_private, m.is_forwarded, m.media_type, m.origin, m.edited_at,
  m.deleted_at, m.failure, m.refusal, m.body, m.signature, m.raw, t.contact_id, c.name as contact_name, c.phone as contact_phone, v.address, n.channel, u.name as user_name,
  t.queue_id as ticket_queue_id, q.name as queue_name, q.color as queue_color,
  case when m.file_id is not null then (
    select json_build_object('key', f.storage_key, 'name', f.original_name, 'mime', f.mime, 'bytes', f.bytes, 'width', f.width,
                             'height', f.height, 'thumbnail', f.thumbnail_key, 'seconds', f.seconds, 'wave', f.wave,
                             'pages', f.pages, 'state', f.state,
                             'is_lazy', coalesce(f.source ? 'isLazy', false))
    from files f where f.company_id = m.company_id and f.id = m.file_id) end as file,
  case when m.quoted_external_id is not null then (
    select json_build_object('id', o.id, 'ticket', json_build_object('id', said.id, 'user_id', said.user_id, 'queue_id', said.queue_id, 'is_group', said.is_group),
                             'external_id', o.external_id, 'body', left(o.body, 500), 'signature', o.signature, 'sender_user_id', o.sender_user_id, 'from_me', o.from_me, 'media_type', o.media_type,
                             'is_private', o.is_private, 'is_deleted', o.deleted_at is not null, 'author', o.raw->'author',
                             'file', (select json_build_object('key', coalesce(f.thumbnail_key, f.storage_key), 'name', f.original_name)
                                      from files f where f.company_id = o.company_id and f.id = o.file_id))
    from messages o join tickets said on said.company_id = o.company_id and said.id = o.ticket_id
    where o.company_id = m.company_id and o.connection_id = m.connection_id and o.external_id = m.quoted_external_id
      and o.conversation_id = m.conversation_id and (m.is_private or not o.is_private)) end as quoted,
  (select json_agg(json_build_object('emoji', r.emoji, 'sender', r.sender) order by r.created_at)
   from message_reactions r where r.company_id = m.company_id and r.message_id = m.id and r.emoji <> '') as reactions,
  ${isOfOtherWay(sql`m`, sql`n`)} as is_of_other_way`

/** A message without a ticket is shown to nobody (docs/adr/0018). */
const joins = sql`
  join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join conversations v on v.company_id = m.company_id and v.id = m.conversation_id
  join connections n on n.company_id = m.company_id and n.id = m.connection_id
  left join users u on u.company_id = m.company_id and u.id = m.sender_user_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id`

/** Reads the messages that `chosen`, a select of whole rows, returns. Newest first. */
export async function selectMessages(ctx: Ctx, chosen: RawBuilder<unknown>): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    with m as materialized (${chosen})
    select ${columns} from m ${joins}
    order by m.sent_at desc, m.id desc`.execute(ctx.db)
  return rows
}

export async function findMessages(ctx: Ctx, ids: readonly number[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<MessageRow>`
    select ${columns} from messages m ${joins}
    where m.company_id = ${ctx.companyId} and m.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return rows
}

export async function getMessage(ctx: Ctx, id: number): Promise<MessageRow> {
  const [message] = await findMessages(ctx, [id])
  if (!message) throw new Error(`message ${id} is missing`)
  return message
}

type Columns = Record<'body' | 'mediaType' | 'fileId', RawBuilder<unknown>>

/** The preview of a message: its text, else the name of its document, else its kind. Other file names say nothing. */
export const previewOf = ({ companyId }: Ctx, { body, mediaType, fileId }: Columns): RawBuilder<string> => sql`
  left(case when ${body} <> '' then ${body} else coalesce((
    select f.original_name from files f
    where f.company_id = ${companyId} and f.id = ${fileId} and ${mediaType} = 'application'), ${mediaType}) end, 255)`

export async function findMessagesOfFiles(ctx: Ctx, fileIds: readonly number[]): Promise<MessageRow[]> {
  return selectMessages(
    ctx,
    sql`select m.* from messages m where m.company_id = ${ctx.companyId} and m.file_id = any (${[...fileIds]}::bigint[])`,
  )
}

/** The columns that changes to a message need. */
export interface MessageToChange {
  id: number
  ticket_id: number
  conversation_id: number
  connection_id: number
  from_me: boolean
  is_private: boolean
  media_type: string
  origin: string
  failure: string | null
  signature: string | null
  deleted_at: Date | null
  file_id: number | null
  file_state: string | null
  /** Time since it was sent or last edited, in ms by the database's clock. */
  age: number
  sender_user_id: number | null
  /** It is from before the connection was moved, and the way that it is reached by now does not know it. */
  is_of_other_way: boolean
  /** Its wording is approved. */
  is_template: boolean
}

/** Undefined if there is none or the actor may not see it. */
export async function findToChange(ctx: Ctx, id: number): Promise<MessageToChange | undefined> {
  const { rows } = await sql<MessageToChange>`
    select m.id, t.id as ticket_id, m.conversation_id, m.connection_id, m.from_me, m.is_private, m.media_type, m.origin, m.failure, m.signature, m.deleted_at, m.file_id, f.state as file_state, m.sender_user_id,
           (extract(epoch from now() - coalesce(m.edited_at, m.sent_at)) * 1000)::float8 as age,
           ${isOfOtherWay(sql`m`, sql`n`)} as is_of_other_way, m.raw->'template' is not null as is_template
    from messages m
    join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
    join connections n on n.company_id = m.company_id and n.id = m.connection_id
    left join files f on f.company_id = m.company_id and f.id = m.file_id
    where m.company_id = ${ctx.companyId} and m.id = ${id} and ${messageIsSeen(ctx.actor)}`.execute(ctx.db)
  return rows[0]
}

export async function findTicketOf(ctx: Ctx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ ticket_id: number }>`
    select ticket_id from messages
    where company_id = ${ctx.companyId} and id = ${id} and ticket_id is not null`.execute(ctx.db)
  return rows[0]?.ticket_id
}

/** Keeps the earlier text as a revision. */
export async function setBody(ctx: Ctx, id: number, body: string): Promise<void> {
  await keepRevision(ctx, id, 'edited')
  await sql`
    update messages set body = ${body}, edited_at = now(), edit_done_at = now()
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** Marks the message as deleted and keeps its text as a revision. */
export async function setDeleted(ctx: Ctx, id: number): Promise<void> {
  await keepRevision(ctx, id, 'deleted')
  await sql`update messages set deleted_at = now(), failure = null where company_id = ${ctx.companyId} and id = ${id}`.execute(
    ctx.db,
  )
}

async function keepRevision(ctx: Ctx, id: number, reason: 'edited' | 'deleted'): Promise<void> {
  await sql`
    insert into message_revisions (company_id, message_id, body, reason)
    select company_id, id, body, ${reason} from messages where company_id = ${ctx.companyId} and id = ${id}`.execute(
    ctx.db,
  )
}

export async function removeMessage(ctx: Ctx, id: number): Promise<void> {
  await sql`delete from messages where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

export async function clearFailure(ctx: Ctx, id: number): Promise<void> {
  await sql`update messages set failure = null where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/**
 * Stores an edit by the customer and keeps the earlier text. Returns false if it is stored already or a later one is.
 */
export async function keepEdit(
  ctx: Ctx,
  { id, body: before }: { id: number; body: string },
  { body, doneAt = null }: { body: string; doneAt?: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update messages set body = ${body}, edited_at = now(), edit_done_at = coalesce(${doneAt}, edit_done_at)
      where company_id = ${ctx.companyId} and id = ${id} and deleted_at is null
        and (body <> ${body} or edit_done_at is distinct from coalesce(${doneAt}, edit_done_at))
        and (edit_done_at <= ${doneAt}) is not false returning id),
    kept as (
      insert into message_revisions (company_id, message_id, body, reason)
      -- A message that arrived with its edited text has no earlier one.
      select ${ctx.companyId}, id, ${before}, 'edited' from changed where ${body !== before})
    select id from changed`.execute(ctx.db)
  return rows.length > 0
}

/** Stores a deletion by the customer and keeps the text. Returns false if the message was deleted before. */
export async function keepDeletion(ctx: Ctx, { id, body: before }: { id: number; body: string }): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update messages set deleted_at = now() where company_id = ${ctx.companyId} and id = ${id} and deleted_at is null returning id),
    kept as (
      insert into message_revisions (company_id, message_id, body, reason)
      select ${ctx.companyId}, id, ${before}, 'deleted' from changed)
    select id from changed`.execute(ctx.db)
  return rows.length > 0
}

/** Stores how a call ended. `isSeen`: the call counts as read. */
export async function keepCall(
  ctx: Ctx,
  id: number,
  { call, body, isSeen }: { call: Call; body: string; isSeen: boolean },
): Promise<void> {
  await sql`
    update messages set raw = jsonb_set(raw, '{call}', ${JSON.stringify(call)}::jsonb), body = ${body},
      ack = case when ${isSeen} then 3 else ack end
    where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

/** The file of a message that came without it. */
export async function giveFile(
  ctx: Ctx,
  id: number,
  { fileId, mediaType, body }: { fileId: number; mediaType: string; body: string },
): Promise<void> {
  const { rows } = await sql<{ ticket_id: number | null }>`
    update messages set file_id = ${fileId}, media_type = ${mediaType}, body = ${body}
    where company_id = ${ctx.companyId} and id = ${id} and file_id is null returning ticket_id`.execute(ctx.db)
  for (const { ticket_id: ticketId } of rows)
    if (ticketId !== null) ctx.emit('message.updated', { messageId: id, ticketId })
}
