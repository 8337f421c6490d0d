import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pino from 'pino'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createTestDatabase } from '#test/template'
import { eventually } from '#test/world'
import { type Db, createPool, createKysely } from '../database/connect.ts'
import { type JobQueue, type JobRules, createJobQueue } from './jobs.ts'

declare module './jobs.ts' {
  interface Jobs {
    'test.fails': { companyId: number }
    'test.hangs': { companyId: number; isPoison: boolean }
    'test.exits': { companyId: number; isPoison: boolean }
    'test.works': { companyId: number }
  }
}

let urls: { admin: string; operator: string }
let pool: pg.Pool
let db: Db
let dropDatabase: () => Promise<void>
const queues: JobQueue[] = []
beforeAll(async () => {
  const database = await createTestDatabase(inject('adminUrl'))
  urls = database.urls
  dropDatabase = database.drop
  pool = createPool(urls.operator, { max: 2, onError: () => undefined })
  db = createKysely(pool)
})
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.stop()))
  await pool.end()
  await dropDatabase()
})

const rules: JobRules = { retryLimit: 2, retryDelay: 1, retryDelayMax: 1, expireInSeconds: 60 }
const of = { companyId: 1 }

function createQueue(): JobQueue {
  const queue = createJobQueue({
    adminUrl: urls.admin,
    operatorUrl: urls.operator,
    keepsDead: 7,
    log: pino({ level: 'silent' }),
  })
  queues.push(queue)
  return queue
}

interface Left {
  state: string
  retry_count: number
  reason: string
}

const leftOf = async (name: string, where = 'true'): Promise<Left[]> =>
  (
    await pool.query(`select state, retry_count, output::text as reason from pgboss.job where name = $1 and ${where}`, [
      name,
    ])
  ).rows

test('a job that always fails and one that never ends are given up with their reason, and other jobs are done', async () => {
  const queue = createQueue()
  const done: string[] = []
  queue.define('test.fails', rules, async () => {
    done.push('failed')
    throw new Error('this one cannot be done')
  })
  queue.define('test.hangs', { ...rules, retryLimit: 1, expireInSeconds: 1 }, async ({ isPoison }) => {
    if (isPoison) await new Promise(() => undefined)
    done.push('after the one that hangs')
  })
  queue.define('test.works', rules, async () => void done.push('worked'))
  await queue.start({ work: true })

  await queue.enqueue(db, 'test.fails', of)
  await queue.enqueue(db, 'test.hangs', { ...of, isPoison: true })
  await queue.enqueue(db, 'test.hangs', { ...of, isPoison: false })
  for (let count = 0; count < 40; count += 1) await queue.enqueue(db, 'test.works', of)

  await eventually(() => expect(done.filter((what) => what === 'worked')).toHaveLength(40))
  await eventually(() => expect(done).toContain('after the one that hangs'))
  await eventually(async () => {
    expect(await leftOf('test.fails')).toMatchObject([
      { state: 'failed', retry_count: 2, reason: expect.stringContaining('this one cannot be done') },
    ])
    expect(await leftOf('test.hangs', `data ->> 'isPoison' = 'true'`)).toMatchObject([
      { state: 'failed', retry_count: 1, reason: expect.stringContaining('exceeded') },
    ])
  })
  expect(done.filter((what) => what === 'failed')).toHaveLength(3)

  const [{ id }] = (await pool.query(`select id from pgboss.job where name = 'test.fails'`)).rows
  expect(await queue.retry('test.fails', id)).toBe(true)
  await eventually(() => expect(done.filter((what) => what === 'failed').length).toBeGreaterThan(3))
})

test(
  'a job that kills its process is given up too; jobs that ran beside it are done by the next process',
  { timeout: 240_000 },
  async () => {
    const queue = createQueue()
    queue.define('test.exits', { ...rules, retryLimit: 1 }, () => Promise.resolve())
    await queue.start({ work: false })
    await queue.enqueue(db, 'test.exits', { ...of, isPoison: true })
    for (let count = 0; count < 10; count += 1) await queue.enqueue(db, 'test.exits', { ...of, isPoison: false })

    let exits = 0
    const program = join(import.meta.dirname, '../../../test/processes/exiting-worker.ts')
    const isDead = async () => (await leftOf('test.exits', `data ->> 'isPoison' = 'true'`))[0]?.state === 'failed'
    const allOthersDone = async () => {
      const { length } = await leftOf('test.exits', `state = 'completed'`)
      if (length < 10) throw new Error(`${length} of 10 are done`)
    }
    while (exits < 10 && !(await isDead())) {
      const child = spawn(process.execPath, [program, urls.admin, urls.operator], { stdio: 'inherit' })
      const ended = once(child, 'exit')
      await Promise.race([ended, eventually(async () => expect(await isDead()).toBe(true), 120_000)])
      if (child.exitCode === null) {
        await eventually(allOthersDone, 60_000)
        child.kill('SIGKILL')
        await ended
      } else exits += 1
    }

    expect(exits).toBe(2)
    expect(await leftOf('test.exits', `data ->> 'isPoison' = 'true'`)).toMatchObject([
      { state: 'failed', retry_count: 1 },
    ])
    expect(await leftOf('test.exits', `state = 'completed'`)).toHaveLength(10)
  },
)
