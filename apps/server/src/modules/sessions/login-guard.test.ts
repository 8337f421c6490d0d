import { RateLimiterMemory } from 'rate-limiter-flexible'
import { describe, expect, test } from 'vitest'
import { busy } from '#platform/errors'
import { createLogger } from '#platform/process/log'
import { createLimiters, limiterOn } from '#platform/security/rate-limits'
import { createLoginGuard } from './login-guard.ts'

const log = createLogger('silent')

test('failures for one account from a hundred addresses raise one alarm and do not lock the account', async () => {
  const guard = createLoginGuard(createLimiters(undefined), log)
  const fail = async (n: number) =>
    (await guard.enter({ email: 'a@b.test', address: `10.0.${Math.floor(n / 250)}.${n % 250}` })).failed()

  const alarms = await Promise.all(Array.from({ length: 100 }, (_, n) => fail(n)))

  expect(alarms.filter(({ isAlarm }) => isAlarm)).toHaveLength(1)
  await expect(guard.enter({ email: 'A@b.test', address: '10.9.9.9' })).resolves.toBeDefined()
})

test('nobody can log in while failures cannot be counted', async () => {
  const broken = Object.assign(new RateLimiterMemory({ points: 1, duration: 1 }), {
    consume: () => Promise.reject(new Error('connection lost')),
  })
  const guard = createLoginGuard(() => limiterOn(broken), log)

  await expect(guard.enter({ email: 'a@b.test', address: '10.0.0.1' })).rejects.toMatchObject({
    code: 'ERR_BUSY',
    status: 503,
  })
})

test('a password that could not be checked is not counted as a failure', async () => {
  const guard = createLoginGuard(createLimiters(undefined), log)
  for (let n = 0; n < 300; n += 1) {
    const attempt = await guard.enter({ email: `${n % 20}@b.test`, address: '10.0.0.1' })
    await expect(attempt.look(() => Promise.reject(busy()))).rejects.toMatchObject({ status: 503 })
  }

  await expect(guard.enter({ email: '1@b.test', address: '10.0.0.1' })).resolves.toBeDefined()
})

describe('an address over its limit', () => {
  const address = '10.0.0.1'

  test('adds no keys to the memory, whatever accounts it tries', async () => {
    const counters: RateLimiterMemory[] = []
    const guard = createLoginGuard((rules) => {
      const counter = new RateLimiterMemory({ keyPrefix: rules.name, ...rules })
      counters.push(counter)
      return limiterOn(counter)
    }, log)
    const entries = () => counters.reduce((sum, counter) => sum + counter.dump().storage.length, 0)

    await tryAccounts(guard, 0, 100)
    const before = entries()
    const refused = await tryAccounts(guard, 100, 1000)

    expect(refused).toBe(900)
    expect(entries()).toBe(before)
  })

  test('is not caused by attempts for an account that is locked', async () => {
    const guard = createLoginGuard(createLimiters(undefined), log)
    const attempts = Array.from({ length: 200 }, () => guard.enter({ email: 'a@b.test', address }))
    const results = await Promise.allSettled(attempts)

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await expect(guard.enter({ email: 'c@d.test', address })).resolves.toBeDefined()
  })

  /** Returns how many tries were refused. */
  async function tryAccounts(guard: ReturnType<typeof createLoginGuard>, from: number, to: number): Promise<number> {
    const codes: string[] = []
    for (let n = from; n < to; n += 1)
      await guard.enter({ email: `${n}@b.test`, address }).catch(({ code }: { code: string }) => codes.push(code))
    return codes.filter((code) => code === 'ERR_TOO_MANY_REQUESTS').length
  }
})
