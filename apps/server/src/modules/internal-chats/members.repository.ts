import type { Ctx, UserCtx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** Those of these users that work in the company now. */
export async function findColleagues(
  { companyId, db }: Ctx,
  ids: readonly number[],
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from users where company_id = ${companyId} and id = any (${[...ids]}::bigint[]) and archived_at is null
    for share`.execute(db)
  return rows
}

/** Those of the list who were no members. What is in the chat already counts as read. */
export async function addMembers(
  { companyId, db }: Ctx,
  chatId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into internal_chat_members (company_id, chat_id, user_id, since_message_id)
    select ${companyId}, ${chatId}, u.id,
           coalesce((select max(x.id) from internal_messages x where x.company_id = ${companyId} and x.chat_id = ${chatId}), 0)
    from unnest(${[...userIds]}::bigint[]) as u (id)
    on conflict (company_id, chat_id, user_id) do nothing returning user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Returns those who were members and are not in the list. What they had typed goes with them. */
export async function keepMembers(
  { companyId, db }: Ctx,
  chatId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    with gone as (
      delete from internal_chat_members m
      where m.company_id = ${companyId} and m.chat_id = ${chatId} and m.user_id <> all (${[...userIds]}::bigint[])
      returning m.user_id),
    typed as (
      delete from internal_chat_drafts d using gone g
      where d.company_id = ${companyId} and d.chat_id = ${chatId} and d.user_id = g.user_id)
    select user_id from gone order by user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** A new message: its author has read everything, and the others have one more to read. */
export async function countMessage(
  { actor, companyId, db }: UserCtx,
  { chatId, messageId }: { chatId: number; messageId: number },
): Promise<void> {
  await sql`
    update internal_chat_members set
      unread_count = case when user_id = ${actor.userId} then 0 else unread_count + 1 end,
      read_message_id = case when user_id = ${actor.userId} then ${messageId}::bigint else read_message_id end
    where company_id = ${companyId} and chat_id = ${chatId}`.execute(db)
  await sql`
    update internal_chats set last_message_at = clock_timestamp() where company_id = ${companyId} and id = ${chatId}`.execute(
    db,
  )
}

/** A deleted message is not unread any more. */
export async function uncountMessage(
  { companyId, db }: Ctx,
  { chatId, messageId, senderId }: { chatId: number; messageId: number; senderId: number },
): Promise<void> {
  await sql`
    update internal_chat_members set unread_count = greatest(unread_count - 1, 0)
    where company_id = ${companyId} and chat_id = ${chatId} and user_id <> ${senderId}
      and since_message_id < ${messageId} and coalesce(read_message_id, 0) < ${messageId}`.execute(db)
}

/** Up to the message, or all. False: the actor had read it before. The caller has locked the chat. */
export async function keepRead(
  { actor, companyId, db }: UserCtx,
  chatId: number,
  messageId: number | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    with reached as (
      select max(x.id) as id from internal_messages x
      where x.company_id = ${companyId} and x.chat_id = ${chatId} and x.id <= ${messageId ?? Number.MAX_SAFE_INTEGER})
    update internal_chat_members m set
      read_message_id = r.id,
      unread_count = (
        select count(*)::int from internal_messages x
        where x.company_id = ${companyId} and x.chat_id = ${chatId} and x.id > greatest(r.id, m.since_message_id)
          and x.sender_id <> ${actor.userId} and x.deleted_at is null)
    from reached r
    where m.company_id = ${companyId} and m.chat_id = ${chatId} and m.user_id = ${actor.userId}
      and r.id > coalesce(m.read_message_id, 0)
    returning m.id`.execute(db)
  return rows.length > 0
}

/** Locks the chats of the user until the end of the unit of work, in the order of their ids. */
export async function lockChatsOf({ companyId, db }: Ctx, userId: number): Promise<void> {
  await sql`
    select from internal_chats c
    where c.company_id = ${companyId}
      and c.id in (select m.chat_id from internal_chat_members m where m.company_id = ${companyId} and m.user_id = ${userId})
    order by c.id for no key update`.execute(db)
}

export interface LeftChat {
  chat_id: number
  is_owner: boolean
  /** Who has been a member for the longest time; null: nobody is left. */
  heir_id: number | null
}

/** Takes the user out of all chats. */
export async function leaveChats({ companyId, db }: Ctx, userId: number): Promise<LeftChat[]> {
  const { rows } = await sql<LeftChat>`
    with gone as (
      delete from internal_chat_members m where m.company_id = ${companyId} and m.user_id = ${userId} returning m.chat_id)
    select g.chat_id, c.owner_id = ${userId} as is_owner,
      (select h.user_id from internal_chat_members h
       where h.company_id = ${companyId} and h.chat_id = g.chat_id and h.user_id <> ${userId} order by h.id limit 1) as heir_id
    from gone g join internal_chats c on c.company_id = ${companyId} and c.id = g.chat_id order by g.chat_id`.execute(
    db,
  )
  return rows
}
