import type { SessionKey } from '#channels/whatsapp-web'
import type { Ctx } from '#platform/context'
import { type Db, sql } from '#platform/database/sql'
import { AppError } from '#platform/errors'

/** In seconds: an owner that has not renewed for so long counts as dead (reliability R32). */
export const leaseTime = 15

export interface Lease {
  connectionId: number
  fence: number
  /**
   * When it expires, on the monotonic clock of this machine. Counted from before the request, so that it is never later
   * than in the database.
   */
  until: number
}

const untilOf = (asked: number) => asked + leaseTime * 1000

/** Answers without a query: until then no other process can take the lease. */
export const isHeld = ({ until }: Lease): boolean => performance.now() < until

/**
 * Takes the lease. Undefined: another owner holds it. An owner that holds it already gets it again with a new fence.
 * `before`: the previous owner; null: there was none.
 */
export async function takeLease(
  ctx: Ctx,
  connectionId: number,
  owner: string,
): Promise<{ lease: Lease; before: string | null } | undefined> {
  const asked = performance.now()
  const { rows } = await sql<{ fence: number; before: string | null }>`
    with last as (select owner from connection_leases where company_id = ${ctx.companyId} and connection_id = ${connectionId})
    insert into connection_leases as held (company_id, connection_id, owner, expires_at)
    values (${ctx.companyId}, ${connectionId}, ${owner}, clock_timestamp() + make_interval(secs => ${leaseTime}))
    on conflict (company_id, connection_id) do update
      set owner = excluded.owner, expires_at = excluded.expires_at, fence = held.fence + 1
      where held.expires_at <= clock_timestamp() or held.owner = excluded.owner
    returning fence, (select owner from last) as before`.execute(ctx.db)
  const [taken] = rows
  return taken && { lease: { connectionId, fence: taken.fence, until: untilOf(asked) }, before: taken.before }
}

/** Renews the leases of these sessions and returns them. A lease that is missing from the result is lost. */
export async function renewLeases(
  operator: Db,
  owner: string,
  sessions: readonly SessionKey[],
): Promise<{ companyId: number; connectionId: number; until: number }[]> {
  const until = untilOf(performance.now())
  const { rows } = await sql<{ company_id: number; connection_id: number }>`
    update connection_leases set expires_at = clock_timestamp() + make_interval(secs => ${leaseTime})
    where owner = ${owner} and expires_at > clock_timestamp() and (company_id, connection_id) in
      (select * from unnest(${sessions.map(({ companyId }) => companyId)}::bigint[], ${sessions.map(({ connectionId }) => connectionId)}::bigint[]))
    returning company_id, connection_id`.execute(operator)
  return rows.map((row) => ({ companyId: row.company_id, connectionId: row.connection_id, until }))
}

export async function releaseLease(ctx: Ctx, { connectionId, fence }: Lease): Promise<void> {
  await sql`
    update connection_leases set expires_at = clock_timestamp()
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and fence = ${fence}`.execute(ctx.db)
}

export class LeaseLost extends AppError {
  constructor() {
    super('ERR_WAPP_NOT_INITIALIZED', 409)
  }
}

/** Throws unless the lease is still held. Locks its row until the end of the unit of work. */
export async function assertLease(ctx: Ctx, { connectionId, fence }: Lease): Promise<void> {
  const { rows } = await sql`
    select from connection_leases
    where company_id = ${ctx.companyId} and connection_id = ${connectionId} and fence = ${fence} and expires_at > clock_timestamp()
    for share`.execute(ctx.db)
  if (rows.length === 0) throw new LeaseLost()
}
