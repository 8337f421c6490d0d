import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Units } from '#platform/database/unit-of-work'
import type { MediaFolder } from './media-links.ts'

/** How to fetch a file from the network, and what is known about it. */
export interface FileSource {
  channel: string
  /** What the channel needs to fetch it; opaque to everything else. */
  reference: Record<string, unknown>
  declaredType: string
  bytes: number | null
  /** Hexadecimal. */
  sha256: string | null
  tries: number
  /** Nobody has asked for it yet. */
  isLazy?: boolean
  /** A small JPEG of it, in base64, which becomes its thumbnail. */
  preview?: string
}

/** What the sender's program says of a file. */
export interface FileDetails {
  seconds?: number | undefined
  wave?: number[] | undefined
  pages?: number | undefined
}

export interface FileRow {
  id: number
  storage_key: string
  original_name: string
  mime: string
  bytes: number
  thumbnail_key: string | null
  state: 'waiting' | 'ready' | 'failed' | 'blocked' | 'expired'
}

const columns = sql`id, storage_key, original_name, mime, bytes, thumbnail_key, state`

export async function findFile(ctx: Ctx, id: number): Promise<FileRow | undefined> {
  const { rows } =
    await sql<FileRow>`select ${columns} from files where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
  return rows[0]
}

export interface AwaitedRow {
  original_name: string
  source: FileSource
  /** Its connection has been offline for so long that it may never be online again. */
  is_old: boolean
}

export async function findAwaitedFile(ctx: Ctx, id: number): Promise<AwaitedRow | undefined> {
  const { rows } = await sql<AwaitedRow>`
    select original_name, source, created_at < now() - interval '7 days' as is_old from files
    where company_id = ${ctx.companyId} and id = ${id} and state = 'waiting' and source is not null`.execute(ctx.db)
  return rows[0]
}

/**
 * The file with this key, or the one whose thumbnail has it. In the folders of pictures, quick messages, lists,
 * announcements and internal chats, only files of that kind.
 */
export async function findFileByKey(ctx: Ctx, key: string, folder: MediaFolder): Promise<FileRow | undefined> {
  const found = {
    files: sql`true`,
    user: sql`exists (select from users u where u.company_id = ${ctx.companyId} and u.avatar_file_id = files.id)`,
    contact: sql`exists (select from contact_pictures p where p.company_id = ${ctx.companyId} and p.file_id = files.id)`,
    quickMessage: sql`exists (select from quick_messages q where q.company_id = ${ctx.companyId} and q.file_id = files.id)`,
    fileList: sql`exists (select from file_list_options o where o.company_id = ${ctx.companyId} and o.file_id = files.id)`,
    announcements: sql`exists (select from announcements a where a.file_company_id = ${ctx.companyId} and a.file_id = files.id)`,
    chats: sql`exists (select from internal_messages m where m.company_id = ${ctx.companyId} and m.file_id = files.id)`,
  }[folder]
  const { rows } = await sql<FileRow>`
    select ${columns} from files where company_id = ${ctx.companyId} and storage_key = ${key} and ${found}
    union all
    select ${columns} from files where company_id = ${ctx.companyId} and thumbnail_key = ${key} and ${found}
    limit 1`.execute(ctx.db)
  return rows[0]
}

export interface StoredFile {
  storageKey: string
  name: string
  mime: string
  bytes: number
  sha256: Buffer
  width: number | null
  height: number | null
}

export async function insertFile(ctx: Ctx, file: StoredFile, details: FileDetails = {}): Promise<number> {
  const { id } = await ctx.db
    .insertInto('files')
    .values({
      company_id: ctx.companyId,
      storage_key: file.storageKey,
      original_name: file.name,
      mime: file.mime,
      bytes: file.bytes,
      sha256: file.sha256,
      width: file.width,
      height: file.height,
      ...details,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A file that we have made, such as a table. */
export async function insertMade(
  ctx: Ctx,
  { storageKey, name, mime, bytes }: Pick<StoredFile, 'storageKey' | 'name' | 'mime' | 'bytes'>,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('files')
    .values({ company_id: ctx.companyId, storage_key: storageKey, original_name: name, mime, bytes })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A picture of a person, encoded by us. */
export interface DrawnPicture {
  storageKey: string
  bytes: number
  width: number
  height: number
}

export async function insertPicture(ctx: Ctx, { storageKey, bytes, width, height }: DrawnPicture): Promise<number> {
  const { id } = await ctx.db
    .insertInto('files')
    .values({ company_id: ctx.companyId, storage_key: storageKey, mime: 'image/webp', bytes, width, height })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertAwaitedFile(
  ctx: Ctx,
  file: { storageKey: string; name: string; mime: string; bytes: number; source: FileSource; details: FileDetails },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('files')
    .values({
      company_id: ctx.companyId,
      storage_key: file.storageKey,
      original_name: file.name,
      mime: file.mime,
      bytes: file.bytes,
      source: JSON.stringify(file.source),
      state: 'waiting',
      ...file.details,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False: another process has stored the file meanwhile, or it was deleted. */
export async function markFetched(
  ctx: Ctx,
  id: number,
  file: StoredFile,
  thumbnailKey: string | undefined,
): Promise<boolean> {
  const { rows } = await sql`
    update files set state = 'ready', failure = null, source = null, storage_key = ${file.storageKey}, original_name = ${file.name}, mime = ${file.mime},
      bytes = ${file.bytes}, sha256 = ${file.sha256}, width = ${file.width}, height = ${file.height}, thumbnail_key = ${thumbnailKey ?? null}
    where company_id = ${ctx.companyId} and id = ${id} and state = 'waiting' returning id`.execute(ctx.db)
  return rows.length > 0
}

/** Marks lazy files as wanted and returns the ids of those that were not wanted before. */
export async function markWanted(ctx: Ctx, storageKeys: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update files set source = source - 'isLazy'
    where company_id = ${ctx.companyId} and storage_key = any (${storageKeys}::text[]) and state = 'waiting' and source ? 'isLazy'
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Connections of these channels with lazy files, in all companies. */
export async function connectionsWithFiles(
  operator: Db,
  channels: readonly string[],
): Promise<{ companyId: number; connectionId: number }[]> {
  const { rows } = await sql<{ companyId: number; connectionId: number }>`
    select distinct company_id as "companyId", (source -> 'reference' ->> 'connectionId')::int as "connectionId" from files
    where state = 'waiting' and source ? 'isLazy' and source ->> 'channel' = any (${[...channels]}::text[])
      and source -> 'reference' ->> 'connectionId' is not null`.execute(operator)
  return rows
}

/** Marks some of the lazy files that came by a connection as wanted, the newest first, and returns their ids. */
export async function markSomeWanted(ctx: Ctx, connectionId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update files set source = source - 'isLazy'
    where company_id = ${ctx.companyId} and id in (
      select id from files
      where company_id = ${ctx.companyId} and state = 'waiting' and source ? 'isLazy'
        and source -> 'reference' ->> 'connectionId' = ${String(connectionId)}
      order by id desc limit ${sql.lit(most)})
    returning id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Counts a failed try and returns the number of tries; undefined if the file is not awaited any more. */
export async function countTry(ctx: Ctx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update files set source = jsonb_set(source, '{tries}', to_jsonb((source ->> 'tries')::integer + 1))
    where company_id = ${ctx.companyId} and id = ${id} and state = 'waiting' and source is not null
    returning (source ->> 'tries')::integer as tries`.execute(ctx.db)
  return rows[0]?.tries
}

export async function markFailed(ctx: Ctx, id: number, failure: string): Promise<void> {
  await sql`update files set state = 'failed', failure = ${failure} where company_id = ${ctx.companyId} and id = ${id} and state = 'waiting'`.execute(
    ctx.db,
  )
}

/** False: the file has not failed, or its source is not known any more. */
export async function markWaiting(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`
    update files set state = 'waiting', failure = null, source = jsonb_set(source, '{tries}', '0')
    where company_id = ${ctx.companyId} and id = ${id} and state = 'failed' and source is not null returning id`.execute(
    ctx.db,
  )
  return rows.length > 0
}

export async function setThumbnail(ctx: Ctx, id: number, thumbnailKey: string): Promise<boolean> {
  const { rows } = await sql`
    update files set thumbnail_key = ${thumbnailKey}
    where company_id = ${ctx.companyId} and id = ${id} and thumbnail_key is null returning id`.execute(ctx.db)
  return rows.length > 0
}

export async function deleteFile(ctx: Ctx, id: number): Promise<void> {
  await sql`delete from files where company_id = ${ctx.companyId} and id = ${id}`.execute(ctx.db)
}

type Db = Units['operator']

/**
 * Deletes some files that no message, internal message, quick message, list, announcement, greeting, schedule, message template, user, contact or inbox entry has referred to for a
 * day. `keys` are what the caller removes from the storage.
 */
export async function forgetUnusedFiles(db: Db): Promise<{ company_id: number; keys: string[] }[]> {
  const { rows } = await sql<{ company_id: number; keys: string[] }>`
    with unused as (
      select company_id, id from files f
      where f.created_at < now() - interval '1 day'
        and not exists (select from messages m where m.company_id = f.company_id and m.file_id = f.id)
        and not exists (select from internal_messages c where c.company_id = f.company_id and c.file_id = f.id)
        and not exists (select from users u where u.company_id = f.company_id and u.avatar_file_id = f.id)
        and not exists (select from contact_pictures p where p.company_id = f.company_id and p.file_id = f.id)
        and not exists (select from quick_messages q where q.company_id = f.company_id and q.file_id = f.id)
        and not exists (select from file_list_options o where o.company_id = f.company_id and o.file_id = f.id)
        and not exists (select from announcements a where a.file_company_id = f.company_id and a.file_id = f.id)
        and not exists (select from connections n where n.company_id = f.company_id and n.greeting_file_id = f.id)
        and not exists (select from schedules s where s.company_id = f.company_id and s.file_id = f.id)
        and not exists (select from report_exports e where e.company_id = f.company_id and e.file_id = f.id)
        and not exists (select from campaigns g where g.company_id = f.company_id and g.file_id = f.id)
        and not exists (select from message_templates t where t.company_id = f.company_id and t.file_id = f.id)
        and not exists (select from template_files x where x.company_id = f.company_id and x.file_id = f.id and x.created_at > now() - interval '1 day')
        and not exists (select from inbox i where i.company_id = f.company_id and i.payload #>> '{media,fileId}' = f.id::text)
      limit 100 for update skip locked)
    delete from files f using unused u where f.company_id = u.company_id and f.id = u.id
    returning f.company_id, array_remove(array[case when f.storage_key not like 'awaited-%' then f.storage_key end, f.thumbnail_key], null) as keys`.execute(
    db,
  )
  return rows
}

/**
 * Those of these keys that have a row. If the company is unknown, all count as known: the files belong to another
 * database.
 */
export async function knownKeys(db: Db, companyId: number, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${keys}::text[]) as k (key)
    where not exists (select from companies where id = ${companyId})
      or exists (select from files f where f.company_id = ${companyId} and f.storage_key = k.key)
      or exists (select from files f where f.company_id = ${companyId} and f.thumbnail_key = k.key)
      or exists (select from contact_list_imports i where i.company_id = ${companyId} and i.storage_key = k.key)`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}
