import { RateLimiterMemory } from 'rate-limiter-flexible'
import { expect, test } from 'vitest'
import { createLogger } from '#platform/log'
import { createLimiters, limiterOn } from '#platform/rate-limits'
import { createLoginGuard } from './login-guard.ts'

const log = createLogger('silent')

test('strangers who try an account from a hundred places raise the alarm once, and do not lock it', async () => {
  const guard = createLoginGuard(createLimiters(undefined), log)
  const fail = async (n: number) =>
    (await guard.enter({ email: 'a@b.test', address: `10.0.${Math.floor(n / 250)}.${n % 250}` })).failed()

  const alarms = await Promise.all(Array.from({ length: 100 }, (_, n) => fail(n)))

  expect(alarms.filter(({ isAlarm }) => isAlarm)).toHaveLength(1)
  await expect(guard.enter({ email: 'A@b.test', address: '10.9.9.9' })).resolves.toBeDefined()
})

test('nobody gets in while nobody counts', async () => {
  const broken = Object.assign(new RateLimiterMemory({ points: 1, duration: 1 }), {
    consume: () => Promise.reject(new Error('connection lost')),
  })
  const guard = createLoginGuard(() => limiterOn(broken), log)

  await expect(guard.enter({ email: 'a@b.test', address: '10.0.0.1' })).rejects.toMatchObject({
    code: 'ERR_BUSY',
    status: 503,
  })
})
