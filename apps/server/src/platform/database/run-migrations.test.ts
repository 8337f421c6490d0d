import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createTestDatabase } from '#test/template'
import { eventually } from '#test/world'
import { connectOnce } from './connect.ts'
import { runMigrations } from './run-migrations.ts'

const ours = join(import.meta.dirname, '../../../migrations')

let adminUrl: string
let folder: string
const clients: pg.Client[] = []
const after: (() => Promise<void>)[] = []
beforeEach(async () => {
  const database = await createTestDatabase(inject('adminUrl'))
  adminUrl = database.urls.admin
  folder = mkdtempSync(join(tmpdir(), 'guiche-migrations-'))
  cpSync(ours, folder, { recursive: true })
  after.push(async () => {
    for (const client of clients.splice(0)) await client.end()
    await database.drop()
    rmSync(folder, { recursive: true })
  })
})
afterEach(async () => {
  for (const clear of after.splice(0)) await clear()
})

async function client(): Promise<pg.Client> {
  const one = new pg.Client({ connectionString: adminUrl })
  one.on('error', () => undefined)
  await one.connect()
  clients.push(one)
  return one
}

async function migrated(): Promise<void> {
  const db = connectOnce(adminUrl)
  try {
    await runMigrations(db, folder)
  } finally {
    await db.destroy()
  }
}

const add = (name: string, text: string) => writeFileSync(join(folder, `${name}.sql`), text)

/** Statements of migrations that wait for a lock or for other transactions. */
async function waiting(by: pg.Client): Promise<{ pid: number; query: string }[]> {
  const { rows } = await by.query(
    `select pid, query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows
}

test('a migration that waits for a table lets later statements pass, and is completed later', async () => {
  add('9001-column', 'alter table tags add column mark text;')
  const [holder, reader, look] = [await client(), await client(), await client()]
  await holder.query('begin')
  await holder.query('select from tags')

  const done = migrated()
  await eventually(async () => expect(await waiting(look)).toMatchObject([{ query: /alter table tags/ }]))
  // The table is still locked: this passes only if the migration has stepped back.
  await reader.query('select from tags')
  await holder.query('commit')
  await done

  const { rows } = await look.query(`select name from kysely_migration where name = '9001-column'`)
  expect(rows).toHaveLength(1)
  await look.query('select mark from tags')
})

const index = `-- outside of a transaction
create index concurrently if not exists tags_by_mark on tags (company_id, name, color);
`
const indexState = async (by: pg.Client) =>
  (await by.query(`select indisvalid from pg_index where indexrelid = to_regclass('tags_by_mark')`)).rows

test('an index is built beside writers; a build that was killed is repeated and recorded once', async () => {
  add('9001-index', index)
  const [writer, look] = [await client(), await client()]
  const write = `insert into plans (name, users, connections, queues, amount) select 'x', 1, 1, 1, 1 where false`
  await writer.query(`begin; lock table tags in row exclusive mode; ${write}`)

  const killed = migrated()
  const outcome = killed.then(
    () => 'done',
    () => 'failed',
  )
  const [{ pid } = { pid: 0 }] = await eventually(async () => {
    const found = await waiting(look)
    expect(found).toMatchObject([{ query: /create index concurrently/ }])
    return found
  })
  // Other transactions can write while the build waits.
  await look.query('begin; lock table tags in row exclusive mode; commit')
  await look.query('select pg_terminate_backend($1)', [pid])
  expect(await outcome).toBe('failed')
  await writer.query('commit')
  expect(await indexState(look)).toEqual([{ indisvalid: false }])

  await Promise.all([migrated(), migrated(), migrated()])

  expect(await indexState(look)).toEqual([{ indisvalid: true }])
  const { rows } = await look.query(`select name from kysely_migration where name like '9%'`)
  expect(rows).toEqual([{ name: '9001-index' }])
})

test('a migration that fails changes nothing, and the earlier ones stay', async () => {
  add('9001-column', 'alter table tags add column mark text;')
  add('9002-broken', 'alter table tags add column other text; select 1 / 0;')

  await expect(migrated()).rejects.toThrow('migration 9002-broken failed')

  const look = await client()
  await look.query('select mark from tags')
  await expect(look.query('select other from tags')).rejects.toThrow('does not exist')
})

test('files that run outside of a transaction only make and drop named indexes, so they can run again', () => {
  const texts = readdirSync(ours)
    .map((name) => readFileSync(join(ours, name), 'utf8'))
    .filter((text) => text.startsWith('-- outside of a transaction'))
  const made =
    /^(create (unique )?index concurrently if not exists \w+ on [^;]+|drop index concurrently if exists \w+)$/i
  const isFine = (text: string) =>
    text
      .replaceAll(/^--.*$/gm, '')
      .split(';')
      .every((statement) => statement.trim() === '' || made.test(statement.trim()))
  expect(isFine(index)).toBe(true)
  expect(isFine('create index concurrently tags_by_mark on tags (name);')).toBe(false)
  expect(texts.filter((text) => !isFine(text))).toEqual([])
})
