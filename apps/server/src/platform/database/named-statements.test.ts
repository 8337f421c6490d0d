import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '#test/template'
import type pg from 'pg'
import { createPool } from './connect.ts'
import { maxStatements } from './named-statements.ts'

let pool: pg.Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase(inject('adminUrl'))
  drop = database.drop
  pool = createPool(database.urls.operator, { max: 1, onError: () => undefined })
})
afterAll(async () => {
  await pool.end()
  await drop()
})

const prepared = async () => (await pool.query('select statement, prepare_time from pg_prepared_statements')).rows
const often = 'select $1::int + 1 as sum'
const rare = (number: number) => `select $1::int + ${number} as sum, 'rare'`

test('a connection keeps a bounded number of prepared statements, and keeps those that recur', async () => {
  await pool.query(often, [1])
  const [before] = await prepared()

  for (let number = 0; number < maxStatements * 3; number += 1) {
    await pool.query(rare(number), [1])
    await pool.query(often, [1])
  }

  const kept = await prepared()
  expect(kept).toHaveLength(maxStatements)
  expect(kept.find(({ statement }) => statement === often)).toEqual(before)
})

test('a statement that was dropped is prepared again when it is used again', async () => {
  const { rows } = await pool.query(rare(0), [5])
  expect(rows).toMatchObject([{ sum: 5 }])
  expect((await prepared()).map(({ statement }) => statement)).toContain(rare(0))
})

test('many statements at once in one transaction, and a failed one, do not break the limit', async () => {
  const client = await pool.connect()
  await client.query('begin')
  const numbers = Array.from({ length: maxStatements * 2 }, (_, index) => 10_000 + index)
  const answers = await Promise.all(numbers.map((number) => client.query(rare(number), [1])))
  expect(answers.map(({ rows }) => rows[0].sum)).toEqual(numbers.map((number) => number + 1))
  const failed = await Promise.allSettled(numbers.map((number) => client.query(`${rare(number)}, 1 / ($1 - $1)`, [1])))
  expect(failed.every(({ status }) => status === 'rejected')).toBe(true)
  await client.query('rollback')
  const again = await Promise.all(numbers.map((number) => client.query(rare(number), [2])))
  expect(again.map(({ rows }) => rows[0].sum)).toEqual(numbers.map((number) => number + 2))
  client.release()

  expect((await prepared()).length).toBeLessThanOrEqual(maxStatements)
})
