import type { Identity } from '@guiche/channel'
import { allFacts, channelsThat } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { type DrawnPicture, deleteFile, insertPicture } from '#modules/media'

/** How long a picture, or its absence, is not checked again. */
const freshFor = sql`interval '1 day'`

/** Kinds of identity whose network shows pictures. */
const kinds = allFacts.filter(({ pictures }) => pictures).flatMap(({ reachedBy }) => [...reachedBy])

/** Channels that any process can ask. The others run in processes of their own. */
const everywhere = channelsThat(({ pictures, linkedBy }) => pictures && linkedBy !== 'phone')

/** Requests the pictures of contacts that were never requested, or whose last check is long ago. */
export async function requestPictures(ctx: Ctx, contactIds: readonly number[]): Promise<void> {
  await sql`
    insert into contact_pictures as p (company_id, contact_id, not_before)
    select c.company_id, c.id, now() from contacts c
    where c.company_id = ${ctx.companyId} and c.id = any (${[...contactIds]}::bigint[]) and c.merged_into_id is null
      and exists (select from contact_identities i where i.company_id = c.company_id and i.contact_id = c.id and i.kind = any (${kinds}::text[]))
    on conflict (company_id, contact_id) do update set not_before = now(), tries = 0
      where p.not_before is null and p.looked_at < now() - ${freshFor}`.execute(ctx.db)
}

/** Requests a picture again, because the network reported a change. */
export async function requestChangedPicture(ctx: Ctx, { kind, value }: Identity): Promise<void> {
  await sql`
    insert into contact_pictures as p (company_id, contact_id, not_before)
    select i.company_id, i.contact_id, now() from contact_identities i
    where i.company_id = ${ctx.companyId} and i.kind = ${kind} and i.scope = '' and i.key = identity_key(${kind}, ${value})
    on conflict (company_id, contact_id) do update set not_before = now(), tries = 0`.execute(ctx.db)
}

/** A picture to fetch, and the connection to fetch it through. */
export interface RequestedPicture {
  contact_id: number
  connection_id: number
  channel: string
  address: string
  tries: number
  source_sha: Buffer | null
}

/**
 * Claims the latest requested picture for the time that fetching may take. The latest first, so that a contact on a
 * user's screen does not wait for a thousand others.
 */
export async function claimRequestedPicture(
  ctx: Ctx,
  served: readonly number[],
): Promise<RequestedPicture | undefined> {
  const { rows } = await sql<RequestedPicture>`
    with wanted as (
      select p.contact_id from contact_pictures p
      where p.company_id = ${ctx.companyId} and p.not_before <= now() and exists (${routesOf(ctx, served)})
      order by p.not_before desc limit 1 for update skip locked),
    held as (
      update contact_pictures p set not_before = now() + interval '2 minutes'
      from wanted w where p.company_id = ${ctx.companyId} and p.contact_id = w.contact_id
      returning p.contact_id, p.tries, p.source_sha)
    select p.contact_id, p.tries, p.source_sha, route.* from held p, lateral (${routesOf(ctx, served)} limit 1) route`.execute(
    ctx.db,
  )
  return rows[0]
}

/**
 * Connections through which the picture of `p` can be fetched, those with a conversation first. A number can be asked for on any
 * paired phone; other networks know only who has written.
 */
const routesOf = ({ companyId }: Ctx, served: readonly number[]) => sql`
  select n.id as connection_id, n.channel, coalesce(v.address, i.value) as address
  from connections n
  left join conversations v on v.company_id = n.company_id and v.connection_id = n.id and v.contact_id = p.contact_id
  left join contact_identities i on i.company_id = n.company_id and i.contact_id = p.contact_id and i.kind = 'phone' and v.id is null
  where n.company_id = ${companyId} and n.archived_at is null
    and (n.id = any (${[...served]}::bigint[]) and coalesce(v.address, i.value) is not null
      or n.channel = any (${everywhere}::text[]) and n.status = 'connected' and v.id is not null)
  order by v.id nulls last, n.is_default desc, n.id`

export async function listCompaniesWithRequestedPictures(operator: Db): Promise<number[]> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from contact_pictures where not_before <= now()`.execute(operator)
  return rows.map(({ company_id }) => company_id)
}

const maxTries = 5

/** Retries after half a minute, two, eight …; then only when a user opens the contact on another day. */
export async function postponePicture(ctx: Ctx, contactId: number): Promise<void> {
  await sql`
    update contact_pictures set tries = tries + 1, looked_at = case when tries + 1 >= ${maxTries} then now() else looked_at end,
      not_before = case when tries + 1 < ${maxTries} then now() + make_interval(secs => 30 * power(4, tries) * (0.8 + 0.4 * random())) end
    where company_id = ${ctx.companyId} and contact_id = ${contactId}`.execute(ctx.db)
}

/** The picture has not changed, or there still is none. */
export async function confirmPicture(ctx: Ctx, contactId: number): Promise<void> {
  await sql`
    update contact_pictures set looked_at = now(), not_before = null, tries = 0
    where company_id = ${ctx.companyId} and contact_id = ${contactId}`.execute(ctx.db)
}

export interface FetchedPicture extends DrawnPicture {
  sourceSha: Buffer
}

/**
 * Returns the storage key of the previous picture, to be removed after the commit. Undefined `picture`: there is none
 * any more.
 */
export async function replacePicture(
  ctx: Ctx,
  contactId: number,
  picture: FetchedPicture | undefined,
): Promise<string | undefined> {
  const { rows: before } = await sql<{ id: number | null; storage_key: string | null }>`
    select f.id, f.storage_key from contact_pictures p left join files f on f.company_id = p.company_id and f.id = p.file_id
    where p.company_id = ${ctx.companyId} and p.contact_id = ${contactId} for update of p`.execute(ctx.db)
  const fileId = picture ? await insertPicture(ctx, picture) : null
  const address = picture ? `/public/company${ctx.companyId}/contact/${picture.storageKey}` : null
  await sql`
    with kept as (
      update contact_pictures set file_id = ${fileId}, source_sha = ${picture?.sourceSha ?? null}, looked_at = now(), not_before = null, tries = 0
      where company_id = ${ctx.companyId} and contact_id = ${contactId})
    update contacts set picture_url = ${address} where company_id = ${ctx.companyId} and id = ${contactId}`.execute(
    ctx.db,
  )
  const old = before[0]?.id ?? null
  if (old !== null) await deleteFile(ctx, old)
  return before[0]?.storage_key ?? undefined
}
