import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '#test/template'
import { createJobQueue } from './jobs.ts'

test('processes that start at the same moment can install the queue together', async () => {
  const { urls, drop } = await createTestDatabase(inject('adminUrl'))
  const queues = Array.from({ length: 6 }, () =>
    createJobQueue({ adminUrl: urls.admin, operatorUrl: urls.operator, keepsDead: 30, log: pino({ level: 'silent' }) }),
  )
  try {
    const begun = await Promise.allSettled(queues.map((queue) => queue.start({ work: false })))
    expect(begun.filter(({ status }) => status === 'rejected')).toEqual([])
  } finally {
    await Promise.all(queues.map((queue) => queue.stop()))
    await drop()
  }
})
