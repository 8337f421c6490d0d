import pg from 'pg'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '#test/template'
import { eventually } from '#test/world'
import { createJobQueue } from './jobs.ts'

test('a timer that fails is logged by its name, its last failure is kept, and it can be run again', async () => {
  const { urls, drop } = await createTestDatabase(inject('adminUrl'))
  const logged: { event: string; timer?: string }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const queue = createJobQueue({ adminUrl: urls.admin, operatorUrl: urls.operator, keepsDead: 30, log })
  const client = new pg.Client({ connectionString: urls.admin })
  await client.connect()
  let isBroken = true
  queue.defineTimer('test.timer', '0 0 1 1 *', async () => {
    if (isBroken) throw new Error('this cannot be done')
  })
  const comes = () => client.query("insert into pgboss.job (name, retry_limit) values ('test.timer', 0)")
  const failures = async () => {
    const { rows } = await client.query<{ id: string; days: number }>(
      `select id, deletion_seconds / 86400 as days from pgboss.job
       where name = 'test.timer' and state = 'failed' order by completed_on`,
    )
    return rows
  }
  try {
    await queue.start({ work: true })
    await comes()
    await eventually(async () => expect(await failures()).toMatchObject([{ days: 30 }]))
    expect(logged).toMatchObject([{ event: 'jobs.timer-failed', timer: 'test.timer' }])
    await comes()
    await eventually(async () => expect(await failures()).toMatchObject([{ days: 0 }, { days: 30 }]))
    expect(logged).toHaveLength(2)

    isBroken = false
    const [, last] = await failures()
    expect(await queue.retry('test.timer', last?.id ?? '')).toBe(true)
    await eventually(async () => expect(await failures()).toMatchObject([{ days: 0 }]))
  } finally {
    await client.end()
    await queue.stop()
    await drop()
  }
})
