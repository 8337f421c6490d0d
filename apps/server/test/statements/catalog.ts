import type pg from 'pg'
import type { Column } from './describe-statement.ts'
import type { Kind } from './read-statements.ts'

export interface Catalog {
  typeOf(column: Column): { typeName: string; kind: Kind | undefined }
  /** Undefined: the column is computed by the statement. */
  columnOf(column: Column): PlainColumn | undefined
}

export interface PlainColumn {
  table: string
  name: string
  mayBeNull: boolean
  /** All values that a check constraint allows. Empty: any. */
  words: string[]
}

/** The types that `platform/database/connect.ts` parses to. */
const kinds: Record<string, Kind> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
  _int2: 'number[]',
  _int4: 'number[]',
  _int8: 'string[]',
  _text: 'string[]',
}

export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const { rows: types } = await client.query<{ oid: number; name: string }>('select oid, typname as name from pg_type')
  const { rows: columns } = await client.query<PlainColumn & { oid: number; number: number; check: string | null }>(`
    select c.oid, a.attnum as number, c.relname as table, a.attname as name, not a.attnotnull as "mayBeNull",
      (select pg_get_constraintdef(k.oid) from pg_constraint k
       where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
  const nameOf = new Map(types.map(({ oid, name }) => [oid, name]))
  const plain = new Map(
    columns.map(({ oid, number, check, ...column }) => [
      `${oid}.${number}`,
      { ...column, words: wordsIn(check ?? '') },
    ]),
  )
  return {
    typeOf: ({ oid }) => {
      const typeName = nameOf.get(oid) ?? `${oid}`
      return { typeName, kind: kinds[typeName] }
    },
    columnOf: ({ table, number }) => plain.get(`${table}.${number}`),
  }
}

/** From a check constraint that lists them: `CHECK ((status = ANY (ARRAY['open'::text, …])))`. */
const wordsIn = (check: string): string[] =>
  /^CHECK \(\(\w+ = ANY \(ARRAY\[/.test(check)
    ? [...check.matchAll(/'([^']*)'::text/g)].map(([, word = '']) => word)
    : []
