import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError, busy } from '../errors.ts'
import type { Redis } from '../process/redis.ts'

export type { Redis }

interface LimitRules {
  /** Prefix of its keys. */
  name: string
  points: number
  /** In seconds. */
  duration: number
  /** In seconds. Extra wait after exceeding the limit. */
  blockDuration?: number
  /** While Redis is unreachable: true counts in each process on its own, false refuses. */
  failsOpen?: boolean
}

export interface Limiter {
  /** Throws 429 if the limit is used up, without counting. */
  check(key: string): Promise<void>
  /**
   * Counts `points` (1 by default) and returns the sum. Throws 429 with Retry-After over the limit, and 503 if it
   * cannot count and does not fail open.
   */
  take(key: string, points?: number): Promise<number>
  /** Undoes one `take`. */
  release(key: string): Promise<void>
  /** Counts one, even over the limit, and returns the sum. */
  count(key: string): Promise<number>
  counted(key: string): Promise<number>
  forget(key: string): Promise<void>
}
export type CreateLimiter = (rules: LimitRules) => Limiter

/** Keys that one limit keeps in memory. More addresses or visitors in one period are not expected. */
const maxInMemory = 50_000

/** Counts in Redis for all processes together, or in memory. Entries in Redis expire with their period. */
export function createLimiters(redis: Redis | undefined): CreateLimiter {
  return ({ name, points, duration, blockDuration = 0, failsOpen = false }) => {
    const rules = { keyPrefix: `limit:${name}`, points, duration, blockDuration }
    if (!redis) return limiterOn(new BoundedMemory(rules, maxInMemory))
    return limiterOn(
      new RateLimiterRedis({
        ...rules,
        storeClient: redis,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        ...(failsOpen && { insuranceLimiter: new BoundedMemory(rules, maxInMemory) }),
      }),
    )
  }
}

/**
 * Bounded, because strangers choose the keys. Drops the key that was counted longest ago, so that a flood of new keys
 * does not release somebody who is over the limit and keeps trying.
 */
export class BoundedMemory extends RateLimiterMemory {
  /** In the order of their last count. */
  readonly #keys = new Set<string>()
  readonly #most: number

  constructor(rules: ConstructorParameters<typeof RateLimiterMemory>[0], most: number) {
    super(rules)
    this.#most = most
  }

  override async consume(key: string, points?: number): Promise<RateLimiterRes> {
    await this.#makeRoom(key)
    return super.consume(key, points)
  }

  override async penalty(key: string, points?: number): Promise<RateLimiterRes> {
    await this.#makeRoom(key)
    return super.penalty(key, points)
  }

  override async reward(key: string, points?: number): Promise<RateLimiterRes> {
    await this.#makeRoom(key)
    return super.reward(key, points)
  }

  override async delete(key: string): Promise<boolean> {
    this.#keys.delete(key)
    return super.delete(key)
  }

  async #makeRoom(key: string): Promise<void> {
    this.#keys.delete(key)
    this.#keys.add(key)
    const [oldest] = this.#keys
    if (this.#keys.size > this.#most && oldest !== undefined) await this.delete(oldest)
  }
}

type Counter = Pick<RateLimiterMemory, 'consume' | 'reward' | 'penalty' | 'get' | 'delete'>

export function limiterOn(counter: Counter): Limiter {
  return {
    check: (key) =>
      asked(async () => {
        const found = await counter.get(key)
        if (found && found.remainingPoints <= 0) throw found
      }),
    take: (key, taken = 1) => asked(() => counter.consume(key, taken).then(consumed)),
    release: (key) => asked(() => counter.reward(key).then(() => undefined)),
    count: (key) => asked(() => counter.penalty(key).then(consumed)),
    counted: (key) => asked(() => counter.get(key).then((found) => (found ? consumed(found) : 0))),
    forget: (key) => asked(() => counter.delete(key).then(() => undefined)),
  }
}

const consumed = (found: RateLimiterRes) => found.consumedPoints

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(error.msBeforeNext)
    throw Object.assign(busy(), { cause: error })
  }
}

const tooMany = (ms: number) =>
  new AppError('ERR_TOO_MANY_REQUESTS', 429, { retryAfter: Math.max(1, Math.ceil(ms / 1000)) })
