import Fastify from 'fastify'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '#test/template'
import { eventually } from '#test/world'
import { createPool, createKysely } from '../database/connect.ts'
import { serveHealth } from './health.ts'

const http = Fastify()
let pool: pg.Pool
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await createTestDatabase(inject('adminUrl'))
  drop = database.drop
  pool = createPool(database.urls.operator, { max: 1, onError: () => undefined })
  serveHealth(http, createKysely(pool)).started()
})
afterAll(async () => {
  await http.close()
  await pool.end()
})

async function states() {
  const [live, ready] = await Promise.all(['/health/live', '/health/ready'].map((path) => http.inject(path)))
  return { live: live?.statusCode, ready: ready?.statusCode }
}

/** Blocks the event loop. */
function blockEventLoop(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('a process whose event loop was blocked for more than a second is not ready for a while', async () => {
  await eventually(async () => expect(await states()).toEqual({ live: 200, ready: 200 }))

  // What happens in the first milliseconds of a process is not noticed.
  await eventually(async () => {
    blockEventLoop(1_300)
    expect(await states()).toEqual({ live: 200, ready: 503 })
  })
  await eventually(async () => expect(await states()).toEqual({ live: 200, ready: 200 }))
})

test('a process is live and not ready until its start is complete', async () => {
  const other = Fastify()
  const beginning = serveHealth(other, createKysely(pool))
  expect((await other.inject('/health/live')).statusCode).toBe(200)
  expect((await other.inject('/health/ready')).statusCode).toBe(503)
  beginning.started()
  expect((await other.inject('/health/ready')).statusCode).toBe(200)
  await other.close()
})

test('a process that is stopping, or cannot reach its database, is live and not ready', async () => {
  const other = Fastify()
  const ending = serveHealth(other, createKysely(pool))
  ending.started()
  expect((await other.inject('/health/ready')).statusCode).toBe(200)
  ending.stopping()
  expect((await other.inject('/health/ready')).statusCode).toBe(503)
  expect((await other.inject('/health/live')).statusCode).toBe(200)
  await other.close()

  await drop()
  await eventually(async () => expect(await states()).toEqual({ live: 200, ready: 503 }))
})
