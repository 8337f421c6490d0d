import { expect, test } from 'vitest'
import { type Runnable, startAll, stopStepsOf } from './runnable.ts'

function noting() {
  const done: string[] = []
  const runner = (name: string, role?: Runnable['role']): Runnable => ({
    name,
    ...(role && { role }),
    start: async () => void done.push(`${name} starts`),
    stop: async () => void done.push(`${name} stops`),
  })
  return { done, runners: [runner('database'), runner('inbox', 'worker'), runner('outbox', 'channels')] }
}

test('a process starts the runnables of its roles, and those without a role, in order', async () => {
  const { done, runners } = noting()
  await startAll(runners, new Set(['web', 'channels']))
  expect(done).toEqual(['database starts', 'outbox starts'])
})

test('runnables are stopped in reverse order, by name', async () => {
  const { done, runners } = noting()
  const steps = stopStepsOf(runners)
  expect(steps.map(({ name }) => name)).toEqual(['outbox', 'inbox', 'database'])
  for (const { run } of steps) await run()
  expect(done).toEqual(['outbox stops', 'inbox stops', 'database stops'])
})

test('after a failed start nothing more is started', async () => {
  const { done, runners } = noting()
  const [database, ...others] = runners
  const broken: Runnable = { name: 'files', start: () => Promise.reject(new Error('the disk is full')) }
  await expect(startAll([...(database ? [database] : []), broken, ...others], new Set(['worker']))).rejects.toThrow(
    'the disk is full',
  )
  expect(done).toEqual(['database starts'])
})
