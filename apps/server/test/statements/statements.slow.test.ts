import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '#platform/database/sql'
import { type TestDatabase, createTestDatabase } from '../template.ts'
import { type Catalog, readCatalog } from './catalog.ts'
import { isComputedNull } from './computed-columns.ts'
import { type Column, describeStatement } from './describe-statement.ts'
import { readsByTicketAlone } from './messages-by-ticket.ts'
import { type Program, isSource, readProgram } from './program.ts'
import { type Field, type Statement, readStatements } from './read-statements.ts'

/** Statements that PostgreSQL cannot describe here, with the reason. */
const unchecked = {
  'src/modules/numbers/count.repository.ts':
    'assembled from the definitions of numbers, all of which recount.slow.test.ts runs',
  'src/modules/numbers/list.repository.ts': 'the same, and numbers.test.ts pages through each',
  'src/modules/numbers/read-rolled.repository.ts':
    'assembled from what is asked, and roll-up.slow.test.ts compares each with the facts',
  'src/modules/numbers/rollups.repository.ts': 'the same, and roll-up.slow.test.ts compares each with the facts',
  'src/modules/operations/dead-letters.ts': 'reads the job queue, which makes its tables itself',
  'src/modules/operations/watch-queues.ts': 'reads the job queue, which makes its tables itself',
  'src/platform/work/dead-jobs.ts': 'counts jobs of the job queue, which makes its tables itself',
  'src/platform/work/remove-jobs.ts': 'removes from the job queue, which makes its tables itself',
}

/** Wrong statements, which are read from this file and never run. */
const samples = [
  { statement: sql<{ id: number }>`select id from tickts`, problem: 'relation "tickts" does not exist' },
  { statement: sql<{ id: string }>`select id from tickets`, problem: 'id is int8, not string' },
  { statement: sql<{ uuid: string; id: number }>`select id from tickets`, problem: 'there is no uuid' },
  { statement: sql<{ id: number }>`select id, uuid from tickets`, problem: 'nobody reads uuid' },
  { statement: sql<{ at: Date }>`select closed_at as at from tickets`, problem: 'at may be null' },
  { statement: sql<{ at: string }>`select now() as at`, problem: 'at is timestamptz, not string' },
  {
    statement: sql<{ ids: number[] }>`select array_agg(id) as ids from tickets`,
    problem: 'ids is _int8, not number[]',
  },
  {
    statement: sql<{ name: string }>`select u.name from tickets t left join users u on u.id = t.user_id`,
    problem: 'name may be null',
  },
  { statement: sql<{ last: number }>`select max(id) as last from tickets`, problem: 'last may be null' },
  {
    statement: sql<{ name: string }>`select (select u.name from users u where u.id = t.user_id) as name from tickets t`,
    problem: 'name may be null',
  },
  {
    statement: sql<{ word: string }>`select case when unread_count > 0 then 'new' end as word from tickets`,
    problem: 'word may be null',
  },
  {
    statement: sql<{ status: 'open' | 'closed' }>`select status from tickets`,
    problem: 'status may be group, lgpd, nps, pending as well',
  },
]

let database: TestDatabase
let client: pg.Client
let program: Program
let catalog: Catalog
let statements: Statement[]
let wrong: Statement[]

beforeAll(async () => {
  database = await createTestDatabase(inject('adminUrl'))
  client = new pg.Client({ connectionString: database.urls.admin })
  await client.connect()
  catalog = await readCatalog(client)
  program = readProgram()
  statements = readStatements(program, isSource)
  wrong = readStatements(program, (file) => file === import.meta.filename)
})
afterAll(async () => {
  program.close()
  await client.end()
  await database.drop()
})

test('each statement is valid, and its rows have the declared type', async () => {
  const checked = statements.filter(({ where }) => !(fileOf(where) in unchecked))
  expect((await problemsOfEach(checked)).flat()).toEqual([])
})

test('every exception is needed', async () => {
  const left = statements.filter(({ where }) => fileOf(where) in unchecked)
  const failing = (await problemsOfEach(left)).flat().map(fileOf)
  expect(Object.keys(unchecked).filter((file) => !failing.includes(file))).toEqual([])
})

test('each kind of wrong row type is found', async () => {
  const found = (await problemsOfEach(wrong)).map((problems) => problems.map(withoutPlace))
  expect(found).toEqual(samples.map(({ problem }) => [problem]))
})

test('no statement looks for messages by their ticket alone', () => {
  // The demo company has a few messages.
  const others = statements.filter(({ where }) => !where.startsWith('src/demo/'))
  expect(others.filter(({ text = '' }) => readsByTicketAlone(text)).map(({ where }) => where)).toEqual([])
})

test.each([
  ['select from messages where company_id = $1 and ticket_id = $2', true],
  ['select from tickets t join messages m on m.company_id = t.company_id and m.ticket_id = t.id', true],
  ['select exists (select from messages as m where m.ticket_id = any ($1))', true],
  ['select (select from messages m where t.id = m.ticket_id) from messages m where m.id = $1', true],
  ['select from messages m where m.conversation_id = $1 and m.ticket_id = $2', false],
  ['select from messages m join tickets t on t.id = m.ticket_id where m.external_id = $1', false],
  ['select exists (select from messages m where m.ticket_id = t.id and m.failure is not null) from tickets t', false],
  ['update messages set ticket_id = $1 where id = any ($2)', false],
  ['insert into messages (ticket_id) select $1 from tickets t where t.id = $1', false],
] as const)('%s: by the ticket alone: %s', (text, isAlone) => {
  expect(readsByTicketAlone(text)).toBe(isAlone)
})

async function problemsOfEach(some: Statement[]): Promise<string[][]> {
  const problems: string[][] = []
  for (const one of some) problems.push(await problemsOf(one))
  return problems
}

const fileOf = (where: string) => where.replace(/:.*/s, '')
const withoutPlace = (problem: string) => problem.replace(/^[^ ]* /, '')

async function problemsOf({ where, text, fields, isGeneric }: Statement): Promise<string[]> {
  if (text === undefined) return [`${where} has a part that only the running program knows`]
  const columns = await describeStatement(client, text).catch((error: Error) => error.message)
  if (typeof columns === 'string') return [`${where} ${columns}`]
  if (fields.length === 0) return []
  const problems = [
    ...fields.flatMap((field) =>
      problemsOfField(
        field,
        columns.find(({ name }) => name === field.name),
        text,
      ),
    ),
    ...columns
      .filter(({ name }) => !isGeneric && !fields.some((field) => field.name === name))
      .map(({ name }) => `nobody reads ${name}`),
  ]
  return problems.map((problem) => `${where} ${problem}`)
}

function problemsOfField(field: Field, column: Column | undefined, text: string): string[] {
  const { name, type } = field
  if (!column) return field.isOptional ? [] : [`there is no ${name}`]
  const { typeName, kind } = catalog.typeOf(column)
  if (!kind || !field.fits(kind)) return [`${name} is ${typeName}, not ${type}`]
  const plain = catalog.columnOf(column)
  if (!plain) return !field.mayBeNull && isComputedNull(text, name) ? [`${name} may be null`] : []
  const isNull = plain.mayBeNull ? !excludesNull(text, plain.name) : isJoinedLeft(text, plain.table)
  if (isNull && !field.mayBeNull) return [`${name} may be null`]
  const words = plain.words.length > 0 ? field.words() : undefined
  const others = plain.words.filter((word) => words && !words.includes(word))
  return others.length > 0 && !chooses(text, plain.name)
    ? [`${name} may be ${others.toSorted().join(', ')} as well`]
    : []
}

/** A table that is only left-joined may have no row. */
function isJoinedLeft(text: string, table: string): boolean {
  const joins = text.match(new RegExp(`\\b(?:from|join|update|into|using|,)\\s+${table}\\b`, 'g')) ?? []
  const left = text.match(new RegExp(`\\bleft join\\s+${table}\\b`, 'g')) ?? []
  return left.length > 0 && left.length === joins.length
}

const excludesNull = (text: string, column: string) =>
  new RegExp(`\\b(?:where|and) (?:\\w+\\.)?${column} (?:is not null|= any)`).test(text)

/** The statement selects by this column, so other values cannot occur. */
const chooses = (text: string, column: string) =>
  new RegExp(`\\b(?:where|and) (?:\\w+\\.)?${column} (?:=|<>|in|not in)`).test(text)
