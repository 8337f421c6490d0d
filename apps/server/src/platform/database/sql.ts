// The one place where modules get the query language from: which library it is stays here.
export { sql } from 'kysely'
export type { RawBuilder, Selectable, SqlBool } from 'kysely'
export type { Database, Db } from './connect.ts'
