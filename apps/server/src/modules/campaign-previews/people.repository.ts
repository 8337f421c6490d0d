import { type LeftOutReason, type MessagePrice, type PreviewGroup, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, recordset, sql } from '#platform/database/sql'
import { judgedPeople } from '#modules/campaigns'
import type { Plan } from './plan.ts'

interface ReasonCount {
  /** Null: they get it. */
  reason: LeftOutReason | null
  count: number
  /** Nobody has asked the network whether it has their number, and none of the connections has a conversation with them. */
  unchecked: number
  /** They never wrote to the company. */
  strangers: number
}

/** What is known of `j`, a person: `k`. */
const known = ({ companyId }: Ctx, { connectionIds }: Plan) => sql`
  left join lateral (
    select bool_or(v.last_inbound_at is not null) as has_written, bool_or(v.connection_id = any (${connectionIds}::bigint[])) as is_reached
    from contact_identities i join conversations v on v.company_id = i.company_id and v.contact_id = i.contact_id
    where i.company_id = ${companyId} and i.kind = 'phone' and i.scope = '' and i.key = j.key) k on true`

const isUnchecked = sql<SqlBool>`(j.is_valid is null and k.is_reached is not true)`

export async function countPeople(ctx: Ctx, plan: Plan): Promise<ReasonCount[]> {
  const { rows } = await sql<ReasonCount>`
    with ${judgedPeople(ctx, plan, plan.campaignId)}
    select j.reason, count(*)::int as count, (count(*) filter (where ${isUnchecked}))::int as unchecked,
      (count(*) filter (where k.has_written is not true))::int as strangers
    from judged j ${known(ctx, plan)}
    group by j.reason order by count(*) desc, j.reason`.execute(ctx.db)
  return rows
}

/** A variable that may be empty for some people. `usual`: the company's own value. */
export interface NeededVariable {
  key: string
  kind: 'name' | 'email' | 'own'
  usual: string | null
}

const variableRows = (variables: readonly NeededVariable[]) =>
  recordset(
    variables.map((variable) => ({ ...variable })),
    sql`key text, kind text, usual text`,
  )

/** Whether the variable `x` is empty for the person `j`. The same as `valuesFor` says. */
const lacks = sql<SqlBool>`(
  case x.kind
    when 'name' then case when j.name ~ '^[\\d\\s().+-]{8,}$' then '' else trim(j.name) end
    when 'email' then j.email
    else coalesce((
      select v.value from jsonb_each_text(j.variables) v where fold(trim(v.key)) = x.key limit 1), x.usual, '') end = '')`

/** How many of those who get it lack each variable. */
export async function countLacking(
  ctx: Ctx,
  plan: Plan,
  variables: readonly NeededVariable[],
): Promise<{ variable: string; count: number }[]> {
  if (variables.length === 0) return []
  const { rows } = await sql<{ variable: string; count: number }>`
    with ${judgedPeople(ctx, plan, plan.campaignId)},
    x as (${variableRows(variables)})
    select x.key as variable, count(*)::int as count from x join judged j on j.reason is null and ${lacks}
    group by x.key order by count(*) desc, x.key`.execute(ctx.db)
  return rows
}

export interface FoundPerson {
  key: string
  name: string
  number: string
}

interface Page {
  group: PreviewGroup
  /** Of the group `lacking`. */
  variable: NeededVariable | undefined
  searchParam: string
  pageNumber: number
}

const isIn = (group: PreviewGroup): RawBuilder<SqlBool> => sql<SqlBool>`
  case ${group}::text
    when 'to' then j.reason is null
    when 'unchecked' then j.reason is null and ${isUnchecked}
    when 'lacking' then j.reason is null and exists (select from x where ${lacks})
    else j.reason = ${group} end`

/** In the order in which they get it. One more than a page, if there are more. */
export async function pageOfPeople(
  ctx: Ctx,
  plan: Plan,
  { group, variable, searchParam, pageNumber }: Page,
): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    with ${judgedPeople(ctx, plan, plan.campaignId)},
    x as (${variableRows(variable ? [variable] : [])})
    select j.key, j.name, j.number from judged j ${known(ctx, plan)}
    where ${isIn(group)}
      and (${searchParam === ''} or fold(j.name) like like_anywhere(${searchParam}) or j.number like like_anywhere(${searchParam}))
    order by j.id limit ${limits.rowsPerPage + 1} offset ${(pageNumber - 1) * limits.rowsPerPage}`.execute(ctx.db)
  return rows
}

export interface PersonWithVariables extends FoundPerson {
  email: string
  variables: Record<string, string>
}

/** Also of those who are left out. */
export async function findPerson(ctx: Ctx, plan: Plan, key: string): Promise<PersonWithVariables | undefined> {
  const { rows } = await sql<PersonWithVariables>`
    with ${judgedPeople(ctx, plan, plan.campaignId)}
    select j.key, j.name, j.number, j.email, j.variables from judged j
    where j.key = ${key} and j.reason is distinct from 'double' limit 1`.execute(ctx.db)
  return rows[0]
}

/** How many of those who get it have a number with each of these beginnings; null: with none of them. */
export async function countByPrefix(
  ctx: Ctx,
  plan: Plan,
  prices: readonly MessagePrice[],
): Promise<{ prefix: string | null; count: number }[]> {
  const rows = prices.map(({ prefix }) => ({ prefix }))
  const { rows: counted } = await sql<{ prefix: string | null; count: number }>`
    with ${judgedPeople(ctx, plan, plan.campaignId)},
    price as (${recordset(rows, sql`prefix text`)})
    select x.prefix, count(*)::int as count from judged j
    left join lateral (
      select e.prefix from price e where starts_with(j.key, e.prefix) order by length(e.prefix) desc limit 1) x on true
    where j.reason is null group by x.prefix order by x.prefix`.execute(ctx.db)
  return counted
}
