import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../database/connect.ts'

export interface Health {
  /** The start is complete. Before it, reports "not ready": whoever waits for it may need what the start creates. */
  started(): void
  /** Reports "not ready" from now on, so that no new requests are sent here. */
  stopping(): void
}

const slowest = 1_000_000_000

/** R40, S75: `{ "status": "ok" }` and nothing more. Live: the process answers. Ready: it can do its work. */
export function serveHealth(http: FastifyInstance, operator: Db): Health {
  let isServing = false
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  // A delay right before the end of a window counts in the next one too, so that it is reported.
  let longestBefore = 0
  const window = setInterval(() => {
    longestBefore = delay.max
    delay.reset()
  }, 5_000).unref()
  http.addHook('onClose', async () => {
    clearInterval(window)
    delay.disable()
  })

  http.get('/health/live', async () => ({ status: 'ok' }))
  http.get('/health/ready', async (_request, reply) => {
    if (isServing && Math.max(delay.max, longestBefore) < slowest && (await answers(operator))) return { status: 'ok' }
    return reply.code(503).send({ status: 'unavailable' })
  })
  return {
    started: () => {
      isServing = true
    },
    stopping: () => {
      isServing = false
    },
  }
}

async function answers(operator: Db): Promise<boolean> {
  try {
    await Promise.race([
      sql`select 1`.execute(operator),
      new Promise((_resolve, reject) => setTimeout(reject, 2_000).unref()),
    ])
    return true
  } catch {
    return false
  }
}
