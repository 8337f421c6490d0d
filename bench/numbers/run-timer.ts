import { setTimeout as pause } from 'node:timers/promises'
import { onDatabase } from '../database.ts'

export interface JobTimes {
  seconds: number
}

/** In ms. */
const longest = 30 * 60_000

/** Has the product do at once what it does by a timer, and says how long its worker took. */
export function runTimer(database: string, name: string): Promise<JobTimes> {
  return onDatabase(database, async (db) => {
    const { rows } = await db.query<{ id: string }>(
      `insert into pgboss.job (name, retry_limit, expire_seconds) values ($1, 0, 3600) returning id`,
      [name],
    )
    const until = performance.now() + longest
    while (performance.now() < until) {
      const { rows: found } = await db.query<{ state: string; seconds: number }>(
        `select state::text, extract(epoch from completed_on - started_on)::float8 as seconds from pgboss.job where id = $1`,
        [rows[0]?.id],
      )
      const [job] = found
      if (job?.state === 'completed') return { seconds: job.seconds }
      if (job?.state === 'failed') throw new Error(`${name} has failed`)
      await pause(100)
    }
    throw new Error(`${name} has not ended`)
  })
}
