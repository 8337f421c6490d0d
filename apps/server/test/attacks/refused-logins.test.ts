import { expect, test } from 'vitest'
import { createLoginGuard } from '../../src/modules/sessions/login-guard.ts'
import { createLogger } from '../../src/platform/process/log.ts'
import { createLimiters } from '../../src/platform/security/rate-limits.ts'
import { connectRedis } from '../../src/platform/process/redis.ts'
import { createRedis, hasRedis } from '../processes/redis.ts'

const log = createLogger('silent')

test.runIf(hasRedis)('an address that is refused adds no keys to Redis, and all keys expire', async () => {
  const server = await createRedis()
  await server.start()
  const redis = await connectRedis(server.url, log)
  const guard = createLoginGuard(createLimiters(redis.client), log)
  const tryAccounts = async (from: number, to: number) => {
    const codes: string[] = []
    for (let n = from; n < to; n += 1)
      await guard
        .enter({ email: `${n}@b.test`, address: '10.0.0.1' })
        .catch(({ code }: { code: string }) => codes.push(code))
    return codes
  }
  try {
    expect(await tryAccounts(0, 100)).toEqual([])
    const before = await redis.client.keys('limit:*')
    expect(await tryAccounts(100, 300)).toEqual(Array<string>(200).fill('ERR_TOO_MANY_REQUESTS'))

    const after = await redis.client.keys('limit:*')
    expect(after.toSorted()).toEqual(before.toSorted())
    const lives = await Promise.all(after.map((key) => redis.client.pTTL(key)))
    expect(Math.min(...lives)).toBeGreaterThan(0)
  } finally {
    await redis.close()
    await server.kill()
  }
})
