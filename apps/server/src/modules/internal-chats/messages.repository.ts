import { limits } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'

export type InternalMediaKind = 'text' | 'image' | 'audio' | 'video' | 'application'

interface PersonPart {
  id: number
  name: string
}

export interface AnsweredPart {
  id: number
  sender: PersonPart
  body: string
  mediaType: InternalMediaKind
  fileName: string | null
  isDeleted: boolean
}

export interface FilePart {
  key: string
  name: string
  bytes: number
  width: number | null
  height: number | null
  seconds: number | null
  wave: number[] | null
  thumbnailKey: string | null
}

export interface InternalMessageRow {
  id: number
  company_id: number
  chat_id: number
  sender_id: number
  sender_name: string
  client_id: string | null
  body: string
  media_type: InternalMediaKind
  ticket_id: number | null
  edited_at: Date | null
  deleted_at: Date | null
  created_at: Date
  updated_at: Date
  file: FilePart | null
  answered: AnsweredPart | null
  mentions: PersonPart[]
  reactions: { emoji: string; user: PersonPart }[]
}

const selectMessages = sql`
  select m.id, m.company_id, m.chat_id, m.sender_id, s.name as sender_name, m.client_id, m.body, m.media_type, m.ticket_id,
    m.edited_at, m.deleted_at, m.created_at, m.updated_at,
    (select json_build_object('key', f.storage_key, 'name', f.original_name, 'bytes', f.bytes, 'width', f.width, 'height', f.height,
                              'seconds', f.seconds, 'wave', f.wave, 'thumbnailKey', f.thumbnail_key)
     from files f where f.company_id = m.company_id and f.id = m.file_id) as file,
    (select json_build_object('id', a.id, 'sender', json_build_object('id', w.id, 'name', w.name),
                              'body', left(a.body, ${sql.lit(limits.lastMessagePreview)}), 'mediaType', a.media_type,
                              'fileName', g.original_name, 'isDeleted', a.deleted_at is not null)
     from internal_messages a
     join users w on w.company_id = a.company_id and w.id = a.sender_id
     left join files g on g.company_id = a.company_id and g.id = a.file_id
     where a.company_id = m.company_id and a.id = m.reply_to_id) as answered,
    (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name) order by fold(u.name), u.id), '[]')
     from users u where u.company_id = m.company_id and u.id = any (m.mentions)) as mentions,
    (select coalesce(json_agg(json_build_object('emoji', r.emoji, 'user', json_build_object('id', u.id, 'name', u.name))
                              order by r.created_at, r.user_id), '[]')
     from internal_message_reactions r join users u on u.company_id = r.company_id and u.id = r.user_id
     where r.company_id = m.company_id and r.message_id = m.id) as reactions
  from internal_messages m join users s on s.company_id = m.company_id and s.id = m.sender_id`

/** Whether the actor is a member of the chat of `internal_messages m`. */
const isSeen = ({ actor }: UserCtx): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from internal_chat_members i where i.company_id = m.company_id and i.chat_id = m.chat_id and i.user_id = ${actor.userId})`

/** Undefined: there is none, or the actor is no member of its chat. */
export async function findMessage(ctx: UserCtx, id: number): Promise<InternalMessageRow | undefined> {
  const { rows } = await sql<InternalMessageRow>`
    ${selectMessages} where m.company_id = ${ctx.companyId} and m.id = ${id} and ${isSeen(ctx)}`.execute(ctx.db)
  return rows[0]
}

/** For events: any of the company. */
export async function findMessages({ companyId, db }: Ctx, ids: readonly number[]): Promise<InternalMessageRow[]> {
  const { rows } = await sql<InternalMessageRow>`
    ${selectMessages} where m.company_id = ${companyId} and m.id = any (${[...ids]}::bigint[])`.execute(db)
  return rows
}

export interface PageQuery {
  pageNumber: number
  before?: number | undefined
  around?: number | undefined
}

export interface MessagePage {
  /** Oldest first. */
  rows: InternalMessageRow[]
  count: number
  hasMore: boolean
}

/** The caller has checked that the actor is a member. */
export function pageOfMessages(ctx: Ctx, chatId: number, query: PageQuery): Promise<MessagePage> {
  return query.around === undefined ? pageBefore(ctx, chatId, query) : pageAround(ctx, chatId, query.around)
}

async function pageBefore(
  { companyId, db }: Ctx,
  chatId: number,
  { pageNumber, before = Number.MAX_SAFE_INTEGER }: PageQuery,
): Promise<MessagePage> {
  const most = limits.messagesPerPage
  const skipped = before === Number.MAX_SAFE_INTEGER ? (pageNumber - 1) * most : 0
  const { rows } = await sql<InternalMessageRow>`
    ${selectMessages} where m.company_id = ${companyId} and m.chat_id = ${chatId} and m.id < ${before}
    order by m.id desc limit ${most + 1} offset ${skipped}`.execute(db)
  return { rows: rows.slice(0, most).toReversed(), count: skipped + rows.length, hasMore: rows.length > most }
}

/** A page on either side of a message, so that clients can jump to it. */
async function pageAround({ companyId, db }: Ctx, chatId: number, id: number): Promise<MessagePage> {
  const most = limits.messagesPerPage
  const inChat = sql`m.company_id = ${companyId} and m.chat_id = ${chatId}`
  const { rows } = await sql<InternalMessageRow>`
    ${selectMessages} where m.company_id = ${companyId} and m.id in (
      (select m.id from internal_messages m where ${inChat} and m.id >= ${id} order by m.id limit ${most})
      union all
      (select m.id from internal_messages m where ${inChat} and m.id < ${id} order by m.id desc limit ${most + 1}))
    order by m.id`.execute(db)
  const older = rows.filter((row) => row.id < id).length
  return { rows: rows.slice(older > most ? 1 : 0), count: rows.length, hasMore: older > most }
}

export interface FoundRow extends InternalMessageRow {
  chat_uuid: string
  /** Of a direct talk: the name of the other one. */
  title: string
}

/** In all chats of the actor, the newest first. */
export async function searchMessages(ctx: UserCtx, term: string): Promise<FoundRow[]> {
  const { companyId, actor, db } = ctx
  const { rows } = await sql<FoundRow>`
    select x.*, c.uuid as chat_uuid,
      coalesce((select u.name from internal_chat_members o join users u on u.company_id = o.company_id and u.id = o.user_id
                where c.direct_key is not null and o.company_id = c.company_id and o.chat_id = c.id and o.user_id <> ${actor.userId}), c.title) as title
    from (${selectMessages}
      where m.company_id = ${companyId} and m.deleted_at is null and fold(m.body) like like_anywhere(${term})
        and m.chat_id in (select i.chat_id from internal_chat_members i where i.company_id = ${companyId} and i.user_id = ${actor.userId})
      order by m.id desc limit ${limits.chatMessagesFound}) x
    join internal_chats c on c.company_id = x.company_id and c.id = x.chat_id order by x.id desc`.execute(db)
  return rows
}

export interface NewMessage {
  chatId: number
  clientId: string | null
  body: string
  mediaType: InternalMediaKind
  fileId: number | null
  replyToId: number | null
  mentions: readonly number[]
  ticketId: number | null
}

/** What it answers must be of the same chat, and whom it mentions a member; anything else is left out. */
export async function insertMessage({ actor, companyId, db }: UserCtx, message: NewMessage): Promise<number> {
  const { chatId, clientId, body, mediaType, fileId, replyToId, mentions, ticketId } = message
  const { rows } = await sql<{ id: number }>`
    insert into internal_messages (company_id, chat_id, sender_id, client_id, body, media_type, file_id, ticket_id, reply_to_id, mentions)
    select ${companyId}, ${chatId}, ${actor.userId}, ${clientId}, ${body}, ${mediaType}, ${fileId}, ${ticketId},
      (select a.id from internal_messages a where a.company_id = ${companyId} and a.chat_id = ${chatId} and a.id = ${replyToId}),
      array(select i.user_id from internal_chat_members i
            where i.company_id = ${companyId} and i.chat_id = ${chatId} and i.user_id = any (${[...mentions]}::bigint[]) order by i.user_id)
    returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('the message was not stored')
  return id
}

/** The message that the actor's client has sent under this id before. */
export async function findByClientId(
  { actor, companyId, db }: UserCtx,
  clientId: string,
): Promise<{ id: number; chat_id: number } | undefined> {
  const { rows } = await sql<{ id: number; chat_id: number }>`
    select id, chat_id from internal_messages
    where company_id = ${companyId} and sender_id = ${actor.userId} and client_id = ${clientId}`.execute(db)
  return rows[0]
}

export async function setBody({ companyId, db }: Ctx, id: number, body: string): Promise<void> {
  await sql`
    update internal_messages set body = ${body}, edited_at = now(), updated_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** Nothing of what it said stays. Its file is removed by the next sweep of unused files. */
export async function setDeleted({ companyId, db }: Ctx, id: number): Promise<void> {
  await sql`
    with forgotten as (delete from internal_message_reactions where company_id = ${companyId} and message_id = ${id})
    update internal_messages set body = '', file_id = null, media_type = 'text', ticket_id = null, mentions = '{}', deleted_at = now(),
      updated_at = now()
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

export async function setReaction({ actor, companyId, db }: UserCtx, id: number, emoji: string): Promise<void> {
  if (emoji === '')
    return void (await sql`
      delete from internal_message_reactions
      where company_id = ${companyId} and message_id = ${id} and user_id = ${actor.userId}`.execute(db))
  await sql`
    insert into internal_message_reactions (company_id, message_id, user_id, emoji)
    values (${companyId}, ${id}, ${actor.userId}, ${emoji})
    on conflict (company_id, message_id, user_id) do update set emoji = excluded.emoji`.execute(db)
}
