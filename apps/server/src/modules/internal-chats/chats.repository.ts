import { limits } from '@guiche/contract'
import type { Ctx, UserCtx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import type { InternalMediaKind } from './messages.repository.ts'

export interface ChatRow {
  id: number
  uuid: string
  company_id: number
  title: string
  is_direct: boolean
  owner_id: number
  owner_name: string
  last_message_at: Date
  created_at: Date
  updated_at: Date
  members: MemberRow[]
  newest: NewestRow | null
}

export interface MemberRow {
  id: number
  userId: number
  name: string
  unreads: number
  readMessageId: number | null
}

interface NewestRow {
  id: number
  senderId: number
  name: string
  body: string
  mediaType: InternalMediaKind
  fileName: string | null
  ticketId: number | null
  isDeleted: boolean
  createdAt: string
}

const columns = sql`
  c.id, c.uuid, c.company_id, c.title, c.direct_key is not null as is_direct, c.owner_id, o.name as owner_name,
  c.last_message_at, c.created_at, c.updated_at,
  (select coalesce(json_agg(json_build_object('id', m.id, 'userId', m.user_id, 'name', u.name, 'unreads', m.unread_count,
                                              'readMessageId', m.read_message_id) order by fold(u.name), m.id), '[]')
   from internal_chat_members m join users u on u.company_id = m.company_id and u.id = m.user_id
   where m.company_id = c.company_id and m.chat_id = c.id) as members,
  (select json_build_object('id', x.id, 'senderId', x.sender_id, 'name', s.name, 'body', left(x.body, ${sql.lit(limits.lastMessagePreview)}),
                            'mediaType', x.media_type, 'fileName', f.original_name, 'ticketId', x.ticket_id,
                            'isDeleted', x.deleted_at is not null, 'createdAt', x.created_at)
   from internal_messages x
   join users s on s.company_id = x.company_id and s.id = x.sender_id
   left join files f on f.company_id = x.company_id and f.id = x.file_id
   where x.company_id = c.company_id and x.chat_id = c.id order by x.id desc limit 1) as newest`

const selectChats = sql`
  select ${columns} from internal_chats c join users o on o.company_id = c.company_id and o.id = c.owner_id`

/** Whether the actor is a member of `internal_chats c`. Whatever people read has this condition. */
const isMember = ({ actor }: UserCtx): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from internal_chat_members i where i.company_id = c.company_id and i.chat_id = c.id and i.user_id = ${actor.userId})`

const matching = (ctx: UserCtx, searchParam: string): RawBuilder<SqlBool> => sql<SqlBool>`
  c.company_id = ${ctx.companyId} and ${isMember(ctx)}
  and (${searchParam === ''} or fold(c.title) like like_anywhere(${searchParam})
       or exists (select from internal_chat_members n join users w on w.company_id = n.company_id and w.id = n.user_id
                  where n.company_id = c.company_id and n.chat_id = c.id and n.user_id <> ${ctx.actor.userId}
                    and fold(w.name) like like_anywhere(${searchParam})))`

/** Found by title, or by the name of a colleague. */
export async function pageOfChats(
  ctx: UserCtx,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<{ rows: ChatRow[]; count: number }> {
  const { rows } = await sql<ChatRow>`
    ${selectChats} where ${matching(ctx, searchParam)}
    order by c.last_message_at desc, c.id desc
    limit ${limits.rowsPerPage} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(ctx.db)
  const { rows: counts } = await sql<{ count: number }>`
    select count(*) from internal_chats c where ${matching(ctx, searchParam)}`.execute(ctx.db)
  return { rows, count: counts[0]?.count ?? 0 }
}

/** Unread messages in all chats of the actor. */
export async function countUnread({ actor, companyId, db }: UserCtx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(m.unread_count), 0)::int as count from internal_chat_members m
    where m.company_id = ${companyId} and m.user_id = ${actor.userId}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Undefined: there is none, or the actor is no member of it. */
export async function findChat(ctx: UserCtx, id: number): Promise<ChatRow | undefined> {
  const { rows } = await sql<ChatRow>`
    ${selectChats} where c.company_id = ${ctx.companyId} and c.id = ${id} and ${isMember(ctx)}`.execute(ctx.db)
  return rows[0]
}

export async function findChatByUuid(ctx: UserCtx, uuid: string): Promise<ChatRow | undefined> {
  const { rows } = await sql<ChatRow>`
    ${selectChats} where c.company_id = ${ctx.companyId} and c.uuid = ${uuid} and ${isMember(ctx)}`.execute(ctx.db)
  return rows[0]
}

/** For events: any of the company. */
export async function findChats({ companyId, db }: Ctx, ids: readonly number[]): Promise<ChatRow[]> {
  const { rows } = await sql<ChatRow>`
    ${selectChats} where c.company_id = ${companyId} and c.id = any (${[...ids]}::bigint[])`.execute(db)
  return rows
}

/** Locks the chat until the end of the unit of work: its messages and changes come one after the other. */
export async function lockChat({ companyId, db }: Ctx, id: number): Promise<void> {
  await sql`select from internal_chats where company_id = ${companyId} and id = ${id} for no key update`.execute(db)
}

export interface NewChat {
  title: string
  ownerId: number
  directKey: string | null
}

/** Undefined: there is a direct talk of these two people. */
export async function insertChat(
  { companyId, db }: Ctx,
  { title, ownerId, directKey }: NewChat,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into internal_chats (company_id, title, owner_id, direct_key)
    values (${companyId}, ${title}, ${ownerId}, ${directKey})
    on conflict (company_id, direct_key) where direct_key is not null do nothing returning id`.execute(db)
  return rows[0]?.id
}

export async function findDirectChat({ companyId, db }: Ctx, directKey: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from internal_chats where company_id = ${companyId} and direct_key = ${directKey}`.execute(db)
  return rows[0]?.id
}

export async function changeChat(
  { companyId, db }: Ctx,
  id: number,
  change: { title?: string; owner_id?: number },
): Promise<void> {
  await db
    .updateTable('internal_chats')
    .set({ ...change, updated_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

export async function removeChat({ companyId, db }: Ctx, id: number): Promise<void> {
  await db.deleteFrom('internal_chats').where('company_id', '=', companyId).where('id', '=', id).execute()
}
