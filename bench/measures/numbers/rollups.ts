import { onDatabase } from '../../database.ts'
import { openHouse } from '../../numbers/open-house.ts'
import { runTimer } from '../../numbers/run-timer.ts'
import type { Row } from '../../table.ts'
import { percentile } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'

/** Measures how long the job takes to roll up all days of all companies, and one day that has changed. */
export async function measureRollups(testbed: Testbed): Promise<Row[]> {
  const { product, database, tickets, rolledUp } = await openHouse(testbed, 'numbers')
  const samples: number[] = []
  for (let round = 0; round < (testbed.isQuick ? 5 : 15); round += 1) {
    await onDatabase(database, (db) =>
      db.query(
        `insert into changed_days (company_id, day) values ($1, (now() at time zone 'America/Sao_Paulo')::date - 3 - $2::int)`,
        [product.data.companyId, round * 17],
      ),
    )
    samples.push((await runTimer(database, 'numbers.roll-up')).seconds)
  }
  const p95 = percentile(samples, 0.95)
  return [
    {
      what: `all days of two years rolled up, ${tickets.toLocaleString('en')} tickets`,
      ours: `${rolledUp.seconds.toFixed(1)} s`,
      wanted: '< 5 min',
      holds: rolledUp.seconds < 300,
    },
    {
      what: 'a day that has changed',
      ours: `p50 ${percentile(samples, 0.5).toFixed(2)} s, p95 ${p95.toFixed(2)} s`,
      wanted: '< 1 s',
      holds: p95 < 1,
    },
  ]
}
