import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { graph } from './modules.graph.ts'
import { exceptions, owners } from './tables.owners.ts'

const migrations = join(import.meta.dirname, '../migrations')

/** Tables that exist after all migrations, in the order of their creation. */
function tablesOf(statements: string): string[] {
  const tables = new Set<string>()
  for (const [, made, gone] of statements.matchAll(/^\s*(?:create table (\w+)|drop table (\w+))/gm)) {
    if (made) tables.add(made)
    if (gone) tables.delete(gone)
  }
  return [...tables]
}

const name = String.raw`(\w+(?:\.\w+)?|\$\{)`
const rest = String.raw`(?:(?<=\$\{)[^}]*\})?(?:\s+(?:as\s+)?\w+)?`
const write = new RegExp(
  [
    String.raw`\b(?:insert into|merge into|delete from(?: only)?|truncate(?: table)?)\s+${name}`,
    String.raw`\bupdate\s+(?:only\s+)?${name}${rest}\s+set\b`,
    String.raw`\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"\x60]?([\w.]+)`,
  ].join('|'),
  'gi',
)
const comments = /^\s*(?:\/\/|\/?\*|--).*$/gm

/**
 * Names of the tables that a source file writes, in SQL or by the query builder. `${` stands for a name that only the
 * running program knows.
 */
function writesOf(source: string): string[] {
  const found = [...source.replaceAll(comments, '').matchAll(write)]
  return [...new Set(found.flatMap(([, plain, updated, built]) => plain ?? updated ?? built ?? []))].toSorted()
}

interface Write {
  file: string
  module: string
  table: string
}

function sourcesOf(folder: string): { file: string; source: string }[] {
  const root = join(import.meta.dirname, folder)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ file: file.replaceAll('\\', '/'), source: readFileSync(join(root, file), 'utf8') }))
}

const inModules = sourcesOf('modules').map(({ file, source }) => ({ file, module: file.split('/')[0] ?? '', source }))
const inPlatform = ['platform', 'channels'].flatMap((folder) =>
  sourcesOf(folder).map(({ file, source }) => ({ file: `${folder}/${file}`, module: 'platform', source })),
)
const writes: Write[] = [...inModules, ...inPlatform].flatMap(({ source, ...where }) =>
  writesOf(source).map((table) => ({ ...where, table })),
)

const ownerOf = new Map([
  ...Object.entries(owners).flatMap(([owner, tables]) => tables.map((table): [string, string] => [table, owner])),
  // The job queue creates its own tables.
  ['pgboss.job', 'platform'],
])
const excepted = exceptions.flatMap(({ file, tables }) => tables.map((table) => `${file} writes ${table}`))
const foreign = writes
  .filter(({ module, table }) => ownerOf.get(table) !== module)
  .map(({ file, table }) => `${file} writes ${table}`)

test('each table has one owner', () => {
  const tables = readdirSync(migrations)
    .toSorted()
    .map((file) => readFileSync(join(migrations, file), 'utf8'))
  expect(Object.values(owners).flat().toSorted()).toEqual(tablesOf(tables.join('\n')).toSorted())
})

test('each owner is a module or the platform', () => {
  expect(['platform', ...Object.keys(graph)]).toEqual(expect.arrayContaining(Object.keys(owners)))
})

test('a table is written by its owner, or by an exception that has a reason', () => {
  expect(foreign.filter((one) => !excepted.includes(one))).toEqual([])
})

test('every exception is needed', () => {
  expect(excepted.filter((one) => !foreign.includes(one))).toEqual([])
})

describe('what is read from a source', () => {
  test.each([
    ['an insert', 'sql`insert into tickets (id) values (1)`', ['tickets']],
    ['an insert of the builder', "ctx.db\n    .insertInto('tickets')", ['tickets']],
    ['an update', 'sql`\n  update tickets\n  set status = 1`', ['tickets']],
    ['an update under another name', 'sql`update tickets as t set status = 1`', ['tickets']],
    ['an update of the builder', "db.updateTable('tickets as t')", ['tickets']],
    ['a removal', 'sql`delete from tickets t using messages m`', ['tickets']],
    ['a removal of the builder', "db.deleteFrom('tickets')", ['tickets']],
    ['a merge', 'sql`merge into tickets t using given g`', ['tickets']],
    ['a truncation', 'sql`truncate table tickets`', ['tickets']],
    [
      'a write in a part of a statement',
      'sql`with a as (update tickets t set x = 1) delete from drafts`',
      ['drafts', 'tickets'],
    ],
    [
      'an insert that may become an update',
      'sql`insert into drafts (a) values (1) on conflict (a) do update set a = 2`',
      ['drafts'],
    ],
    ['a statement without a tag', 'const numbered = `insert into events (id) select 1`', ['events']],
    ['a statement that is inside of another', 'sql`with ${sql`a as (delete from drafts)`} select 1`', ['drafts']],
    ['capital letters', 'sql`UPDATE tickets SET a = 1`', ['tickets']],
    ['a table of another schema', 'sql`delete from pgboss.job where id = 1`', ['pgboss.job']],
    ['a table whose name is computed', 'sql`update ${sql.table(name)} set a = 1`', ['${']],
    ['a selection', 'sql`select from tickets t for no key update of t`', []],
    ['a comment', '// Whoever is to delete from tickets\n/**\n * update tickets set\n */\n-- insert into tickets', []],
  ])('%s', (_what, source, tables) => {
    expect(writesOf(source)).toEqual(tables)
  })

  test('tables that were created and not dropped', () => {
    expect(tablesOf('create table a (id int);\n-- create table c\ncreate table b (\n);\ndrop table a;')).toEqual(['b'])
  })
})
