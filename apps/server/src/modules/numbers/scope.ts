import type { DashboardQuery } from '@guiche/contract'
import { type RawBuilder, type SqlBool, sql } from '#platform/database/sql'
import type { Source } from './definitions.ts'

export type Scope = Pick<DashboardQuery, 'queueIds' | 'userIds' | 'whatsappIds' | 'groups' | 'imports'>

/** A ticket is one of an import until its customer writes or somebody serves it; attendances and waits keep whether they are. */
export const isImported = {
  attendances: sql<SqlBool>`f.is_imported`,
  waits: sql<SqlBool>`f.is_imported`,
  tickets: sql<SqlBool>`f.imported_at is not null and f.user_id is null and f.last_message_at <= f.imported_at`,
}

/** What the rows `f` are limited to. */
export function conditionsOf(
  companyId: number,
  source: Source,
  { queueIds, userIds, whatsappIds, groups, imports }: Scope,
): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`f.company_id = ${companyId}`,
    ...(queueIds.length > 0 ? [isOneOf(sql`f.queue_id`, queueIds)] : []),
    ...(userIds.length > 0 ? [isOneOf(sql`f.user_id`, userIds)] : []),
    ...(whatsappIds.length > 0 ? [isOneOf(sql`f.connection_id`, whatsappIds)] : []),
    ...(groups ? [] : [sql<SqlBool>`not f.is_group`]),
    ...(imports ? [] : [sql<SqlBool>`not (${isImported[source]})`]),
  ]
}

/** 0: none. */
function isOneOf(column: RawBuilder<unknown>, ids: readonly number[]): RawBuilder<SqlBool> {
  const listed = sql<SqlBool>`${column} = any (${[...ids]}::bigint[])`
  return ids.includes(0) ? sql<SqlBool>`(${listed} or ${column} is null)` : listed
}
