// The one place where modules get the query language from: which library it is stays here.
import { type RawBuilder, sql } from 'kysely'
import { storableJson } from '../text.ts'

export { sql } from 'kysely'
export type { RawBuilder, Selectable, SqlBool } from 'kysely'
export type { Database, Db } from './connect.ts'

/**
 * Rows that are handed in, for statements that treat many at once: `with incoming as (${recordset(rows, sql`id bigint, name
 * text`)})`. PostgreSQL would take a hundred for granted, and for a hundred it rather reads the whole of a small company;
 * the limit tells it about how many there are. By powers of two: each text is a prepared statement of its own.
 */
export function recordset(rows: readonly object[], columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const about = 2 ** Math.ceil(Math.log2(Math.max(1, rows.length)))
  return sql`select * from jsonb_to_recordset(${storableJson(rows)}::jsonb) as x (${columns}) limit ${sql.lit(about)}`
}
