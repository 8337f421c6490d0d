import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Earlier ones have run everywhere. */
const firstChecked = 80

/** Their rows are checked in no time, because people make each of them by hand. */
const small = new Set(['companies', 'company_settings', 'connections', 'plans', 'queues', 'tags', 'users'])

const folder = join(import.meta.dirname, '../../../migrations')
const migrations = readdirSync(folder)
  .filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) >= firstChecked)
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

const withoutComments = (text: string) => text.replace(/--.*$/gm, '').replace(/(\$\w*\$).*?\1/gs, "''")
const statementsIn = (text: string): string[] =>
  withoutComments(text)
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** What keeps writers of a growing table waiting while all of its rows are checked. */
function problemsOf(text: string): string[] {
  const statements = statementsIn(text)
  const made = statements.flatMap((one) => /^create table (?:if not exists )?(\w+)/.exec(one)?.[1] ?? [])
  const isValidating = (statement: string) => /^alter table \w+ validate constraint \w+$/.test(statement)
  const mixed = statements.some(isValidating) && !statements.every(isValidating)
  return [
    ...(mixed ? ['validates a constraint beside other statements'] : []),
    ...statements.flatMap((statement) => {
      const [, table = ''] = /^alter table (?:only )?(?:if exists )?(\w+)/.exec(statement) ?? []
      if (table === '' || small.has(table) || made.includes(table)) return []
      const isUnproven = count(statement, /\bcheck ?\(|\breferences\b/g) > count(statement, /\bnot valid\b/g)
      return [
        ...(isUnproven ? [`adds a constraint to ${table} that is not "not valid"`] : []),
        ...(/\bset not null\b/.test(statement) ? [`makes a column of ${table} not null`] : []),
        ...(/\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?! using index)/.test(statement)
          ? [`adds an index to ${table} with its constraint`]
          : []),
      ]
    }),
  ]
}

test('no migration checks a growing table while it is locked', () => {
  expect(migrations.length).toBeGreaterThan(0)
  expect(migrations.flatMap(({ name, text }) => problemsOf(text).map((problem) => `${name} ${problem}`))).toEqual([])
})

test.each([
  ["alter table ticket_log add check (kind in ('open'));", ['adds a constraint to ticket_log that is not "not valid"']],
  [
    'alter table messages add column size int check (size > 0);',
    ['adds a constraint to messages that is not "not valid"'],
  ],
  [
    'alter table tickets add constraint a check (b > 0) not valid, add foreign key (c) references d;',
    ['adds a constraint to tickets that is not "not valid"'],
  ],
  ['alter table tickets alter column a set not null;', ['makes a column of tickets not null']],
  ['alter table tickets add unique (company_id, a);', ['adds an index to tickets with its constraint']],
  [
    'alter table a add constraint b check (c > 0) not valid; alter table a validate constraint b;',
    ['validates a constraint beside other statements'],
  ],
  ['-- check (a)\nalter table tickets add column a int not null default 0;', []],
  ['alter table tickets drop constraint a; alter table tickets add constraint a check (b > 0) not valid;', []],
  ['alter table tickets validate constraint a;\nalter table messages validate constraint b;', []],
  ['alter table tickets add constraint a unique using index b;', []],
  ['create table a (b int); alter table a add check (b > 0);', []],
  ['alter table plans add check (amount >= 0);', []],
  ['create function f() returns int language sql as $$ select 1; alter table tickets add check (a > 0); $$;', []],
] as const)('%s: %j', (text, problems) => {
  expect(problemsOf(text)).toEqual(problems)
})
