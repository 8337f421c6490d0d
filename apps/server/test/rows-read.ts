import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

/** How many rows of a table the work reads, in its unit of work, as PostgreSQL counts them. */
export async function rowsRead(ctx: Ctx, table: string, work: () => Promise<unknown>): Promise<number> {
  const before = await readUntilNow(ctx, table)
  await work()
  return (await readUntilNow(ctx, table)) - before
}

async function readUntilNow(ctx: Ctx, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as count
    from pg_stat_xact_user_tables where relname = ${table}`.execute(ctx.db)
  return rows[0]?.count ?? 0
}
