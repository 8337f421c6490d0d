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
  const delay = watchDelay()
  http.addHook('onClose', async () => delay.stop())

  http.get('/health/live', async () => ({ status: 'ok' }))
  http.get('/health/ready', async (_request, reply) => {
    if (isServing && delay.longest() < slowest && (await answers(operator))) return { status: 'ok' }
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

/** In ms. A delay is reported for one to two of these. */
const window = 5_000

/**
 * The longest delay of the event loop in the last seconds, in ns. A monitor misses what happens until its first tick, also
 * after a reset, so the next one begins long before this one ends.
 */
function watchDelay() {
  let [older, newer] = [newMonitor(), newMonitor()]
  const timer = setInterval(() => {
    older.disable()
    older = newer
    newer = newMonitor()
  }, window).unref()
  return {
    longest: () => Math.max(older.max, newer.max),
    stop: () => {
      clearInterval(timer)
      older.disable()
      newer.disable()
    },
  }
}

function newMonitor() {
  const monitor = monitorEventLoopDelay({ resolution: 20 })
  monitor.enable()
  return monitor
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
