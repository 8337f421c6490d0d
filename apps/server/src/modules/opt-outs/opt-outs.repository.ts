import type { Identity } from '@guiche/channel'
import type { OptOutSource } from '@guiche/contract'
import { allFacts } from '#channels/facts'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'
import { hashOf } from './person-hash.ts'

/** What people are known by on networks that know them by an account: some of them show no number. */
const kinds = allFacts.filter(({ linkedBy }) => linkedBy === 'account').flatMap(({ reachedBy }) => [...reachedBy])
const others = kinds.filter((kind) => kind !== 'phone')

/** Who has one of these can be written to first. */
const reachable = allFacts
  .filter(({ mayStartConversation, linkedBy }) => mayStartConversation && linkedBy === 'account')
  .flatMap(({ reachedBy }) => [...reachedBy])

/**
 * What stands for the person of an identity in the ledger. The id of a user counts without what it belongs to, which may become
 * known later.
 */
const personKey = (identity: RawBuilder<unknown>) => sql`
  case ${identity}.kind when 'phone' then ${identity}.key
    when 'business_user' then 'business_user ' || split_part(${identity}.key, ':', 2)
    else ${identity}.kind || ' ' || ${identity}.key end`

/**
 * Whether the person whose `phone_key` is `key` wants no campaigns, as SQL: by this number, or as the contact who has it now,
 * who may have had another number or none when they opted out. The hashes are computed only in companies in which somebody has
 * opted out.
 */
export const isOptedOut = (ctx: Ctx, key: RawBuilder<unknown>): RawBuilder<SqlBool> => sql`
  case when exists (select from opt_outs o where o.company_id = ${ctx.companyId} and o.is_current and o.is_out)
       then ${hashOf(ctx, key)} in (
         select o.person_hash from opt_outs o where o.company_id = ${ctx.companyId} and o.is_current and o.is_out)
         or exists (
           select from contact_identities i
           cross join lateral (
             select from opt_outs o
             where o.company_id = i.company_id and o.contact_id = i.contact_id and o.is_current and o.is_out limit 1) o
           where i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = ${key})
         or exists (
           select from contact_identities i
           cross join lateral (
             select from contact_identities a
             where a.company_id = i.company_id and a.contact_id = i.contact_id and a.kind = any (${others}::text[])
               and ${hashOf(ctx, personKey(sql`a`))} in (
                 select o.person_hash from opt_outs o where o.company_id = ${ctx.companyId} and o.is_current and o.is_out)
             limit 1) a
           where i.company_id = ${ctx.companyId} and i.kind = 'phone' and i.scope = '' and i.key = ${key})
       else false end`

/** Whether somebody with this number wants no campaigns. */
export async function hasOptedOut(ctx: Ctx, number: string): Promise<boolean> {
  const { rows } = await sql<{ is_out: boolean }>`
    select coalesce(${isOptedOut(ctx, sql`x.key`)}, false) as is_out from (select phone_key(${number}) as key) x`.execute(
    ctx.db,
  )
  return rows[0]?.is_out ?? false
}

/**
 * How many people have opted out by answering a campaign. Whoever came back later counts too. All numbers of a contact are one
 * person; after an erasure each number is one.
 */
export async function countAnswersOut(ctx: Ctx, campaignId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct coalesce(o.contact_id::text, encode(o.person_hash, 'hex')))::int as count from opt_outs o
    where o.company_id = ${ctx.companyId} and o.campaign_id = ${campaignId} and o.is_out`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

export interface OptOutRow {
  has_number: boolean
  is_out: boolean | null
  source: OptOutSource | null
  word: string | null
  reason: string | null
  campaign_id: number | null
  campaign_name: string | null
  user_id: number | null
  user_name: string | null
  created_at: Date | null
}

/**
 * The last entry about a contact. Of several numbers one that opted out counts. Entries of the contact itself count too: a
 * campaign may have written to their number in another form than their network uses.
 */
export async function findOptOut(ctx: Ctx, contactId: number): Promise<OptOutRow> {
  const { rows } = await sql<OptOutRow>`
    with own as materialized (
      select i.kind, ${personKey(sql`i`)} as key from contact_identities i
      where i.company_id = ${ctx.companyId} and i.contact_id = ${contactId} and i.kind = any (${kinds}::text[])),
    entry as (
      select o.id, o.is_out, o.source, o.word, o.reason, o.campaign_id, o.user_id, o.created_at from opt_outs o
      where o.company_id = ${ctx.companyId} and o.is_current
        and (o.contact_id = ${contactId} or o.person_hash in (select ${hashOf(ctx, sql`own.key`)} from own))
      order by o.is_out desc, o.id desc limit 1)
    select exists (select from own where kind = any (${reachable}::text[])) as has_number, e.is_out, e.source, e.word, e.reason, e.campaign_id, p.name as campaign_name,
      e.user_id, u.name as user_name, e.created_at
    from (select 1) as one
    left join entry e on true
    left join campaigns p on p.company_id = ${ctx.companyId} and p.id = e.campaign_id and p.removed_at is null
    left join users u on u.company_id = ${ctx.companyId} and u.id = e.user_id`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new Error('a statement without rows')
  return row
}

/** What somebody wants. */
export interface Wish {
  isOut: boolean
  /** When they told their network so; undefined: just now. What is told late or again changes nothing that they have said since. */
  at?: Date | undefined
}

interface NewEntry extends Wish {
  source: OptOutSource
  contactId: number
  /** The `phone_key` that a campaign has written to, if it is known. */
  writtenTo?: string | null
  messageId?: number | null
  campaignId?: number | null
  userId?: number | null
  word?: string
  reason?: string
}

/**
 * Waits for others who write what these people want at this moment. The statements after this one see what they have written,
 * so of two opposite wishes the later one replaces the earlier one.
 */
async function lockCurrent(ctx: Ctx, isOfPerson: RawBuilder<SqlBool>): Promise<void> {
  await sql`
    select from opt_outs o
    where o.company_id = ${ctx.companyId} and o.is_current and ${isOfPerson} order by o.id for update`.execute(ctx.db)
}

/** Whether one of these people has told their network something since. Networks tell time in whole seconds. */
async function hasSpokenSince(ctx: Ctx, isOfPerson: RawBuilder<SqlBool>, at: Date | undefined): Promise<boolean> {
  if (!at) return false
  const { rows } = await sql`
    select from opt_outs o
    where o.company_id = ${ctx.companyId} and o.is_current and o.source = 'network' and date_trunc('second', o.created_at) > ${at} and ${isOfPerson} limit 1`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** The time of an entry. Clocks of networks may be ahead. */
const timeOf = (at: Date | undefined) => sql`least(${at ?? null}::timestamptz, now())`

/** Writes to the ledger what a contact wants, for all of their numbers and ids. False: it says so already. */
export async function enter(ctx: Ctx, entry: NewEntry): Promise<boolean> {
  const { isOut, at, source, contactId, writtenTo = null, word = '', reason = '' } = entry
  const { messageId = null, campaignId = null, userId = null } = entry
  const own = hashesOf(ctx, contactId, writtenTo)
  const isOfPerson = sql<SqlBool>`(o.person_hash in (select own.hash from (${own}) as own) or o.contact_id = ${contactId})`
  await lockCurrent(ctx, isOfPerson)
  if (await hasSpokenSince(ctx, isOfPerson, at)) return false
  const { rows: replaced } = await sql<{ person_hash: Buffer }>`
    with wanted as materialized (${own})
    update opt_outs o set is_current = false
    where o.company_id = ${ctx.companyId} and o.is_current and o.is_out <> ${isOut}
      and (o.person_hash in (select hash from wanted) or o.contact_id = ${contactId})
    returning o.person_hash`.execute(ctx.db)
  const hashes = replaced.map(({ person_hash }) => person_hash)
  // Whoever never opted out has nothing to come back from.
  const { rows: added } = await sql`
    with wanted as (
      select unnest(${hashes}::bytea[]) as hash
      union
      select hash from (${own}) as own where ${isOut})
    insert into opt_outs (company_id, person_hash, is_out, source, contact_id, message_id, campaign_id, user_id, word, reason, created_at)
    select ${ctx.companyId}, w.hash, ${isOut}, ${source}, ${contactId}, ${messageId}::bigint, ${campaignId}::bigint, ${userId}::bigint, ${word}, ${reason}, ${timeOf(at)}
    from wanted w order by w.hash
    on conflict (company_id, person_hash) where is_current do nothing
    returning 1`.execute(ctx.db)
  if (added.length === 0) return false
  ctx.emit('optOut.changed', { contactId })
  return true
}

const hashesOf = (ctx: Ctx, contactId: number, writtenTo: string | null) => sql`
  select ${hashOf(ctx, sql`n.key`)} as hash
  from (
    select ${personKey(sql`i`)} as key from contact_identities i
    where i.company_id = ${ctx.companyId} and i.contact_id = ${contactId} and i.kind = any (${kinds}::text[])
    union
    select ${writtenTo}::text where ${writtenTo}::text is not null) as n`

/** Opts out everybody with one of these numbers, whether they are a contact or not. */
export const optOutNumbers = (ctx: Ctx, numbers: readonly string[]): Promise<void> =>
  enterPeople(
    ctx,
    numbers.map((value) => ({ kind: 'phone', value })),
    { isOut: true, source: 'import' },
  )

/** Writes to the ledger what everybody wants who is known by one of these, whether they are a contact or not. */
export async function enterPeople(
  ctx: Ctx,
  named: readonly Identity[],
  { isOut, at, source }: Wish & Pick<NewEntry, 'source'>,
): Promise<void> {
  if (named.length === 0) return
  const given = named.map(({ kind, value }) => ({ kind, value }))
  const people = sql`
    select distinct on (k.kind, k.key) ${hashOf(ctx, personKey(sql`k`))} as hash, i.contact_id
    from (select kind, identity_key(kind, value) as key from (${recordset(given, sql`kind text, value text`)}) as x) as k
    left join contact_identities i on i.company_id = ${ctx.companyId} and i.kind = k.kind and i.scope = '' and i.key = k.key`
  const isOfPeople = sql<SqlBool>`o.person_hash in (select p.hash from (${people}) as p)`
  await lockCurrent(ctx, isOfPeople)
  if (await hasSpokenSince(ctx, isOfPeople, at)) return
  const { rows: replaced } = await sql<{ person_hash: Buffer }>`
    with people as materialized (${people})
    update opt_outs o set is_current = false from people p
    where o.company_id = ${ctx.companyId} and o.is_current and o.is_out <> ${isOut} and o.person_hash = p.hash
    returning o.person_hash`.execute(ctx.db)
  const hashes = replaced.map(({ person_hash }) => person_hash)
  // Whoever never opted out has nothing to come back from.
  const { rows } = await sql`
    with people as materialized (${people})
    insert into opt_outs (company_id, person_hash, is_out, source, contact_id, created_at)
    select ${ctx.companyId}, p.hash, ${isOut}, ${source}, p.contact_id, ${timeOf(at)}
    from people p where ${isOut} or p.hash = any (${hashes}::bytea[]) order by p.hash
    on conflict (company_id, person_hash) where is_current do nothing
    returning 1`.execute(ctx.db)
  if (rows.length > 0) ctx.emit(isOut ? 'optOuts.imported' : 'optOut.ended', {})
}

/** A contact was erased. What an attendant has written about them goes with them; the hash of the number stays. */
export async function forgetReasons(ctx: Ctx): Promise<void> {
  await sql`
    update opt_outs set reason = '' where company_id = ${ctx.companyId} and contact_id is null and reason <> ''`.execute(
    ctx.db,
  )
}
