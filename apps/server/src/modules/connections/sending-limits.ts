import type { LimitScope, SendingLimit } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { recordEvent } from './connection-events.repository.ts'

/** In seconds, for limits without a time from the network. Each pause is twice the one before, up to the longest. */
const pauses: Record<LimitScope, { first: number; longest: number }> = {
  everything: { first: 60, longest: 3600 },
  new_chats: { first: 1800, longest: 6 * 3600 },
  campaigns: { first: 2 * 3600, longest: 12 * 3600 },
  templates: { first: 3600, longest: 6 * 3600 },
}

/** The network does not let this number send, or not to strangers, for a time. Its messages stay in the outbox. */
export async function limitConnection(ctx: Ctx, connectionId: number, { scope, until }: SendingLimit): Promise<void> {
  const before = await findLimit(ctx, connectionId, scope)
  if (before?.is_on && (until === undefined || Date.parse(until) === before.until.getTime())) return
  const strikes = before && (before.is_on || before.was_recently) ? before.strikes + (before.is_on ? 0 : 1) : 1
  const { first, longest } = pauses[scope]
  const { rows } = await sql<{ until: Date }>`
    insert into connection_limits as l (company_id, connection_id, scope, strikes, until)
    values (${ctx.companyId}, ${connectionId}, ${scope}, ${strikes},
            coalesce(${until ?? null}::timestamptz, now() + make_interval(secs => ${Math.min(longest, first * 2 ** (strikes - 1))})))
    on conflict (company_id, connection_id, scope) do update
      set strikes = excluded.strikes, until = excluded.until, is_on = true
    returning until`.execute(ctx.db)
  for (const limit of rows)
    await recordEvent(ctx, connectionId, 'limited', { detail: { scope, until: limit.until.toISOString() } })
  if (!before?.is_on) ctx.emit('connection.limited', { connectionId })
  ctx.emit('connection.saved', { connectionId })
}

interface Limit {
  until: Date
  strikes: number
  is_on: boolean
  /** The limit ended less than the longest pause ago, so the next one counts as its continuation. */
  was_recently: boolean
}

async function findLimit(ctx: Ctx, connectionId: number, scope: LimitScope): Promise<Limit | undefined> {
  const { rows } = await sql<Limit>`
    select until, strikes, is_on and until > now() as is_on,
           until > now() - make_interval(secs => ${pauses[scope].longest}) as was_recently
    from connection_limits
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and scope = ${scope} for update`.execute(
    ctx.db,
  )
  return rows[0]
}

/** The network lifted the limit before its time. */
export async function liftLimit(ctx: Ctx, connectionId: number, scope: LimitScope): Promise<void> {
  await end(ctx, sql`l.connection_id = ${connectionId} and l.scope = ${scope}`)
}

export async function liftLimits(ctx: Ctx, connectionId: number): Promise<void> {
  await end(ctx, sql`l.connection_id = ${connectionId}`)
}

/** Ends limits whose time is over, and shows that to users. Sending resumes automatically. */
export async function endLimits({ units }: Pick<Deps, 'units'>): Promise<void> {
  const { rows } = await sql<{ company_id: number }>`
    select distinct company_id from connection_limits where is_on and until <= now()`.execute(units.operator)
  for (const { company_id: companyId } of rows)
    await units.run({ kind: 'system', companyId }, (ctx) => end(ctx, sql`l.until <= now()`))
}

async function end(ctx: Ctx, which: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ connection_id: number; scope: LimitScope }>`
    update connection_limits l set is_on = false, until = least(l.until, now())
    where l.company_id = ${ctx.companyId} and l.is_on and ${which}
    returning l.connection_id, l.scope`.execute(ctx.db)
  for (const { connection_id: connectionId, scope } of rows) {
    await recordEvent(ctx, connectionId, 'resumed', { detail: { scope } })
    ctx.emit('connection.saved', { connectionId })
  }
}
