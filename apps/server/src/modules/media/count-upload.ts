import { type ErrorCode, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'

/**
 * Limits uploads per day: per user with ERR_UPLOAD_LIMIT (429), and per company, visitors included, with ERR_PLAN_LIMIT
 * (403; S56). A company's limit is that of a user times the users of its plan, and its visitors may use half of it,
 * because anybody can be a visitor. Counts in the unit of work that keeps the file, so refused files do not count, and
 * parallel uploads are counted one after the other.
 */
export async function countUpload(ctx: Ctx, bytes: number): Promise<void> {
  const [person, company] = await Promise.all([
    ctx.actor.kind === 'user' ? countPerson(ctx, ctx.actor.userId, bytes) : undefined,
    countCompany(ctx, bytes),
  ])
  if (person) refuseBeyond(person, 'ERR_UPLOAD_LIMIT', 429)
  refuseBeyond(company, 'ERR_PLAN_LIMIT', 403)
  if (company && isVisitor(ctx)) refuseBeyond(ofVisitors(company), 'ERR_PLAN_LIMIT', 403)
}

/** Files of visitors are kept in the name of their connection. */
const isVisitor = ({ actor }: Ctx) => actor.kind === 'connection'

/** In bytes. Allowance for the parts of a form other than its files. */
const aroundFiles = 1_048_576

/**
 * The same check before the body of a form is read, with the announced length, so that a form that cannot be kept is
 * not received.
 */
export async function assertMayUpload(ctx: Ctx, bytes = 0): Promise<void> {
  const most = Math.max(1, bytes - aroundFiles)
  const userId = ctx.actor.kind === 'user' ? ctx.actor.userId : null
  const { rows } = await sql<{ left: number; mine: number; ours: number; theirs: number; maxOfAll: number }>`
    with today as (${today(ctx.companyId)})
    select t.left, t."maxOfAll",
      coalesce((select bytes from uploads u where u.company_id = ${ctx.companyId} and u.user_id = ${userId} and u.day = t.day), 0) as mine,
      coalesce((select bytes from company_uploads u where u.company_id = ${ctx.companyId} and u.day = t.day), 0) as ours,
      coalesce((select visitor_bytes from company_uploads u where u.company_id = ${ctx.companyId} and u.day = t.day), 0) as theirs
    from today t`.execute(ctx.db)
  const [row] = rows
  const left = row?.left ?? 3600
  refuseBeyond({ bytes: Number(row?.mine) + most, most: limits.uploadsPerDay, left }, 'ERR_UPLOAD_LIMIT', 429)
  const company = {
    bytes: Number(row?.ours) + most,
    visitorBytes: Number(row?.theirs) + most,
    most: row?.maxOfAll ?? 0,
    left,
  }
  refuseBeyond(company, 'ERR_PLAN_LIMIT', 403)
  if (isVisitor(ctx)) refuseBeyond(ofVisitors(company), 'ERR_PLAN_LIMIT', 403)
}

interface Count {
  bytes: number
  most: number
  /** Seconds until the next day in the company's time zone. */
  left: number
}

interface CompanyCount extends Count {
  visitorBytes: number
}

const ofVisitors = ({ visitorBytes, most, left }: CompanyCount): Count => ({
  bytes: visitorBytes,
  most: most / 2,
  left,
})

const today = (companyId: number) => sql`
  select (now() at time zone c.timezone)::date as day, p.users * ${limits.uploadsPerDay}::bigint as "maxOfAll",
    ceil(extract(epoch from date_trunc('day', now() at time zone c.timezone) + interval '1 day' - now() at time zone c.timezone))::int as "left"
  from companies c join plans p on p.id = c.plan_id where c.id = ${companyId}`

async function countPerson({ db, companyId }: Ctx, userId: number, bytes: number): Promise<Count | undefined> {
  const { rows } = await sql<Count>`
    with today as (${today(companyId)})
    insert into uploads as u (company_id, user_id, day, bytes) select ${companyId}, ${userId}, day, ${bytes} from today
    on conflict (company_id, user_id) do update
      set bytes = excluded.bytes + case when u.day = excluded.day then u.bytes else 0 end, day = excluded.day
    returning bytes, ${limits.uploadsPerDay}::bigint as most, (select "left" from today)`.execute(db)
  return rows[0]
}

async function countCompany(ctx: Ctx, bytes: number): Promise<CompanyCount | undefined> {
  const { db, companyId } = ctx
  const { rows } = await sql<CompanyCount>`
    with today as (${today(companyId)})
    insert into company_uploads as u (company_id, day, bytes, visitor_bytes)
    select ${companyId}, day, ${bytes}, ${isVisitor(ctx) ? bytes : 0} from today
    on conflict (company_id) do update set
      bytes = excluded.bytes + case when u.day = excluded.day then u.bytes else 0 end,
      visitor_bytes = excluded.visitor_bytes + case when u.day = excluded.day then u.visitor_bytes else 0 end,
      day = excluded.day
    returning bytes, visitor_bytes as "visitorBytes", (select "maxOfAll" from today) as most, (select "left" from today)`.execute(
    db,
  )
  return rows[0]
}

function refuseBeyond(count: Count | undefined, code: ErrorCode, status: number): void {
  if (count && count.bytes <= count.most) return
  throw new AppError(code, status, { most: count?.most ?? 0, retryAfter: count?.left ?? 3600 })
}
