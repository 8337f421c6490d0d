import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** In a file that is named after one intention or question, so many statements may serve it. */
const most = 4

const root = join(import.meta.dirname, 'modules')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|repository)\.ts$/.test(file))
  .map((file) => ({ file: file.replaceAll('\\', '/'), source: readFileSync(join(root, file), 'utf8') }))

const statementsIn = (source: string): number => source.match(/\.execute(?:TakeFirst\w*)?\(/g)?.length ?? 0
const hasSql = (source: string): boolean =>
  /\bsql[`<]|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(/.test(source)

/** They have another job. */
const free = /(?:\.(?:facts|live|policy|presenter|routes)|\/index)\.ts$/

test('routes, presenters, policies and events have no SQL', () => {
  expect(sources.filter(({ file, source }) => free.test(file) && hasSql(source)).map(({ file }) => file)).toEqual([])
})

test(`a file that is no repository runs at most ${most} statements`, () => {
  const fuller = sources.filter(({ source }) => statementsIn(source) > most)
  expect(fuller.map(({ file, source }) => `${file} runs ${statementsIn(source)}`)).toEqual([])
})

test.each([
  ['of the builder', "await ctx.db.selectFrom('tickets').executeTakeFirstOrThrow()", 1, true],
  ['that are run', 'await sql<Row>`select 1`.execute(db)\nawait sql`select 2`.execute(\n  ctx.db,\n)', 2, true],
  ['none', 'const mysql = execute()', 0, false],
] as const)('what is counted: statements %s', (_what, source, count, isSql) => {
  expect({ count: statementsIn(source), isSql: hasSql(source) }).toEqual({ count, isSql })
})
