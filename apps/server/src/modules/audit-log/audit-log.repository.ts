import { type AuditAction, type AuditFilter, auditAreas } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'

export interface AuditRow {
  id: number
  created_at: Date
  actor_user_id: number | null
  /** As it was then; of older entries that of now. Null: nobody's, or that of an operator which was not recorded. */
  actor_name: string | null
  /** The operator, in the company of others. */
  is_reach: boolean
  action: string
  object: string
  object_id: string
  /** As it is now. */
  object_name: string | null
  address: string | null
  detail: unknown
}

export interface Page {
  /** Those that are older than this entry; undefined: from the newest on. */
  before?: number | undefined
  most: number
  /** Operators have addresses that only operators see, so others do not find entries by them either. */
  findsOperatorsByAddress: boolean
}

type Condition = RawBuilder<SqlBool>

/**
 * Entries of the log, the newest first. Every filter has an index in this order, so a page costs the same however long the
 * log is. Of several people or actions, the newest entries of each are read and then merged.
 */
export async function listAudit(ctx: Ctx, filter: AuditFilter, page: Page): Promise<AuditRow[]> {
  const { companyId } = ctx
  const people = await peopleOf(ctx, filter)
  const each = eachOf(filter, people)
  const conditions = sql.join([each.is, ...conditionsOf(ctx, filter, page)], sql` and `)
  const most = sql.lit(page.most)
  const { rows } = await sql<AuditRow>`
    with page as (
      select one.* from ${each.of} cross join lateral (
        select a.* from audit_log a where a.company_id = ${companyId} and ${conditions}
        order by a.created_at desc, a.id desc limit ${most}) as one
      order by one.created_at desc, one.id desc limit ${most})
    select p.id, p.created_at, p.actor_user_id, p.action, p.object, p.object_id, host(p.address) as address, p.detail,
           coalesce(p.actor_company_id <> p.company_id, false) as is_reach,
           case when p.actor_name <> '' then p.actor_name
                else (select u.name from users u where u.company_id = p.actor_company_id and u.id = p.actor_user_id) end as actor_name,
           ${objectName} as object_name
    from page p order by p.created_at desc, p.id desc`.execute(ctx.db)
  return rows
}

interface Each {
  /** The people or actions of which entries are wanted; one row for any. */
  of: RawBuilder<unknown>
  is: Condition
}

function eachOf({ area, action }: AuditFilter, people: number[] | undefined): Each {
  const ofArea: readonly AuditAction[] | undefined = area && auditAreas[area]
  const actions = action === undefined ? ofArea : [action].filter((one) => ofArea?.includes(one) ?? true)
  if (people) {
    const isWanted = actions ? sql<SqlBool>`a.action = any (${[...actions]}::text[])` : sql<SqlBool>`true`
    return {
      of: sql`unnest(${people}::bigint[]) as person (id)`,
      is: sql<SqlBool>`a.actor_user_id = person.id and ${isWanted}`,
    }
  }
  if (!actions) return { of: sql`(values (1)) as anything (one)`, is: sql<SqlBool>`true` }
  return { of: sql`unnest(${[...actions]}::text[]) as wanted (action)`, is: sql<SqlBool>`a.action = wanted.action` }
}

/** So many people with the same letters in their names. */
const mostPeople = 100

/** Of a name, those who have its letters in theirs, first those who have not been deleted. Undefined: anybody. */
async function peopleOf(ctx: Ctx, { who, userId }: AuditFilter): Promise<number[] | undefined> {
  if (userId !== undefined) return [userId]
  if (!who) return undefined
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.company_id = ${ctx.companyId} and fold(u.name) like like_anywhere(${who})
    order by u.archived_at is not null, u.id limit ${sql.lit(mostPeople)}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

function conditionsOf({ companyId }: Ctx, filter: AuditFilter, page: Page): Condition[] {
  const { actor, object, objectId, address, from, until } = filter
  const { before, findsOperatorsByAddress } = page
  const zone = sql`(select c.timezone from companies c where c.id = ${companyId})`
  return [
    ...(actor === 'operator' ? [sql<SqlBool>`a.actor_company_id <> a.company_id`] : []),
    ...(actor === 'system' ? [sql<SqlBool>`a.actor_user_id is null`] : []),
    ...(object === undefined ? [] : [sql<SqlBool>`a.object = ${object}`]),
    ...(objectId ? [sql<SqlBool>`a.object_id = ${objectId} and a.object_id <> ''`] : []),
    ...(address === undefined ? [] : [sql<SqlBool>`a.address = ${address}::inet`]),
    ...(address === undefined || findsOperatorsByAddress ? [] : [sql<SqlBool>`a.actor_company_id = a.company_id`]),
    ...(from === undefined ? [] : [sql<SqlBool>`a.created_at >= ${from}::date::timestamp at time zone ${zone}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`a.created_at < (${until}::date + 1)::timestamp at time zone ${zone}`]),
    // An entry that was removed meanwhile was older than all that are kept.
    ...(before === undefined
      ? []
      : [
          sql<SqlBool>`(a.created_at, a.id) <
            ((select b.created_at from audit_log b where b.company_id = ${companyId} and b.id = ${before}), ${before}::bigint)`,
        ]),
  ]
}

const objectNumber = sql`(case when p.object_id ~ '^[0-9]{1,18}$' then p.object_id::bigint end)`
const namedIn = (table: RawBuilder<unknown>, name: RawBuilder<unknown>) =>
  sql`(select o.${name} from ${table} o where o.company_id = p.company_id and o.id = ${objectNumber})`

const objectName = sql`
  case p.object
    when 'user' then ${namedIn(sql`users`, sql`name`)}
    when 'queue' then ${namedIn(sql`queues`, sql`name`)}
    when 'connection' then ${namedIn(sql`connections`, sql`name`)}
    when 'contact' then ${namedIn(sql`contacts`, sql`name`)}
    when 'option' then ${namedIn(sql`chatbot_options`, sql`name`)}
    when 'invoice' then ${namedIn(sql`invoices`, sql`detail`)}
    when 'company' then (select c.name from companies c where c.id = ${objectNumber})
    when 'plan' then (select o.name from plans o where o.id = ${objectNumber})
    when 'ticket' then (
      select c.name from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where t.company_id = p.company_id and t.id = ${objectNumber})
  end`
