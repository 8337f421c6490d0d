import type { StoredChannel } from '@guiche/channel'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface PlannedConnection {
  id: number
  name: string
  channel: StoredChannel
  is_connected: boolean
  /** In days, since it was made. */
  age: number
}

/** In this order. */
export async function findPlannedConnections(ctx: Ctx, ids: readonly number[]): Promise<PlannedConnection[]> {
  const { rows } = await sql<PlannedConnection>`
    select n.id, n.name, n.channel, n.status = 'connected' as is_connected, floor(extract(epoch from now() - n.created_at) / 86400)::int as age
    from connections n
    where n.company_id = ${ctx.companyId} and n.id = any (${[...ids]}::bigint[]) and n.archived_at is null
    order by array_position(${[...ids]}::bigint[], n.id)`.execute(ctx.db)
  return rows
}

export interface Surroundings {
  connection_name: string
  company_name: string
  timezone: string
  language: string
  /** In ms, by the database's clock. */
  now: number
}

/** What texts say that is not of the person. */
export async function readSurroundings(ctx: Ctx, connectionId: number | undefined): Promise<Surroundings> {
  const { rows } = await sql<Surroundings>`
    select coalesce((select n.name from connections n where n.company_id = c.id and n.id = ${connectionId ?? null}), '') as connection_name,
      c.name as company_name, c.timezone, c.language, (extract(epoch from clock_timestamp()) * 1000)::float8 as now
    from companies c where c.id = ${ctx.companyId}`.execute(ctx.db)
  if (!rows[0]) throw new Error('the company does not exist')
  return rows[0]
}
