import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createTestDatabase } from '#test/template'
import pg from 'pg'
import { expect, inject, test } from 'vitest'

test('each migration has its own number, so the order is the same everywhere', () => {
  const numbers = readdirSync(join(import.meta.dirname, '../../../migrations'))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => Number(name.slice(0, 4)))
    .toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('the types of the tables match the database (run `node scripts/run.mjs tables` after a migration)', async () => {
  const { urls, drop } = await createTestDatabase(inject('adminUrl'))
  const client = new pg.Client({ connectionString: urls.admin })
  await client.connect()
  const { rows } = await client.query<{ column: string }>(
    `select c.relname || '.' || a.attname as column
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname not like 'kysely%'`,
  )
  await client.end()
  await drop()
  const types = readFileSync(join(import.meta.dirname, 'tables.ts'), 'utf8')
  const known = fieldsOf(types, 'DB').flatMap(([table, type]) =>
    fieldsOf(types, type).map(([column]) => `${table}.${column}`),
  )
  expect(known.toSorted()).toEqual(rows.map(({ column }) => column).toSorted())
})

function fieldsOf(types: string, name: string): [string, string][] {
  const [, body = ''] = new RegExp(`^export interface ${name} \\{\\n([^}]*)\\}`, 'm').exec(types) ?? []
  return [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, field = '', type = '']) => [field, type])
}
