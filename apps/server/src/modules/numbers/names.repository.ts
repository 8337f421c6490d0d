import type { SeriesBy } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { sql } from '#platform/database/sql'

export interface Named {
  id: number
  name: string
  color: string | null
  is_archived: boolean
}

/** All of the company, also those that are archived: their numbers stay. */
export function readNames(ctx: Ctx, of: Exclude<SeriesBy, 'day' | 'hour'>): Promise<Named[]> {
  switch (of) {
    case 'queue':
      return queuesOf(ctx)
    case 'user':
      return usersOf(ctx)
    case 'connection':
      return connectionsOf(ctx)
  }
}

async function queuesOf({ companyId, db }: Ctx): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name, color, archived_at is not null as is_archived from queues where company_id = ${companyId}`.execute(
    db,
  )
  return rows
}

async function usersOf({ companyId, db }: Ctx): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name, null as color, archived_at is not null as is_archived from users
    where company_id = ${companyId} order by fold(name), id`.execute(db)
  return rows
}

async function connectionsOf({ companyId, db }: Ctx): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id, name, null as color, archived_at is not null as is_archived from connections where company_id = ${companyId}`.execute(
    db,
  )
  return rows
}
