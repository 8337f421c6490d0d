import { sql } from '#platform/database/sql'
import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { Runnable } from '#platform/process/runnable'

/** In ms. A fact that is missing at two checks in a row was never published. */
const lookEvery = 3_000
const most = 1_000

/**
 * Publishes facts that another process committed but never published, because it was killed or Redis was unreachable
 * (R23). Listeners in this process are called for them.
 */
export function lookForMissed({ units, publisher, log }: Deps): Runnable {
  const { published } = publisher
  let looking = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  return { name: 'facts that were not published', start, stop }

  function start() {
    timer = setInterval(() => {
      looking = looking
        .then(look)
        .catch((err: unknown) =>
          log.warn({ event: 'live.missed-facts-not-read', err }, 'could not look for facts that were not published'),
        )
    }, lookEvery).unref()
  }

  function stop() {
    clearInterval(timer)
    return looking
  }

  async function look() {
    const companies = published.followed()
    if (companies.length === 0) return
    // A company without facts is at 0, or its first fact would count as known.
    const { rows } = await sql<{ company_id: number; last: number }>`
      select c.id as company_id, coalesce(h.last, 0) as last
      from unnest(${companies}::integer[]) c (id) left join event_heads h on h.company_id = c.id`.execute(
      units.operator,
    )
    for (const { company_id: companyId, last } of rows) await tell(companyId, published.missing(companyId, last))
  }

  async function tell(companyId: number, missing: number[]) {
    if (missing.length === 0) return
    const numbers = missing.slice(0, most)
    const facts = await units.read({ kind: 'system', companyId }, async (ctx) => {
      const { rows } = await sql<NumberedFact>`
        select number, kind, ids from events
        where company_id = ${companyId} and number = any (${numbers}::bigint[]) order by number`.execute(ctx.db)
      return rows
    })
    // Facts that were deleted already are skipped: browsers that missed them fetch everything anew.
    const found = new Set(facts.map(({ number }) => number))
    published.note(
      companyId,
      numbers.filter((number) => !found.has(number)),
    )
    if (facts.length === 0) return
    log.info(
      { event: 'live.published-late', companyId, facts: facts.length },
      'publishing facts that had not been published',
    )
    await publisher.publishLate(companyId, facts)
  }
}
