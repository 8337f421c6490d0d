// Modules import the query builder only from here, so that its library can be replaced.
import { type RawBuilder, sql } from 'kysely'
import { storableJson } from '../text.ts'

export { sql } from 'kysely'
export type { RawBuilder, Selectable, SqlBool } from 'kysely'
export type { Database, Db } from './connect.ts'

/**
 * A set of rows as a parameter, for statements that handle many at once: `with incoming as (${recordset(rows, sql`id
 * bigint, name text`)})`. Without the limit PostgreSQL assumes a hundred rows and scans whole tables of a small
 * company. The limit is rounded to a power of two, because each text is a prepared statement of its own.
 */
export function recordset(rows: readonly object[], columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const about = 2 ** Math.ceil(Math.log2(Math.max(1, rows.length)))
  return sql`select * from jsonb_to_recordset(${storableJson(rows)}::jsonb) as x (${columns}) limit ${sql.lit(about)}`
}
