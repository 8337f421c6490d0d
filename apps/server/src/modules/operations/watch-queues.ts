import { type Db, sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { watch } from '#platform/process/metrics'

/** For alerts: a queue that nobody works off gets older. */
export const watchQueues = ({ units }: Pick<Deps, 'units'>): void =>
  watch(
    { name: 'guiche_queue_age_seconds', help: 'For how long the oldest entry of a queue waits', label: 'queue' },
    () => agesOf(units.operator),
  )

async function agesOf(operator: Db): Promise<{ inbox: number; outbox: number; jobs: number; paymentWebhooks: number }> {
  const { rows } = await sql<{ inbox: number; outbox: number; jobs: number; paymentWebhooks: number }>`
    select
      coalesce((select extract(epoch from now() - min(received_at)) from inbox where dead_at is null), 0)::float8 as inbox,
      coalesce((select extract(epoch from now() - min(created_at)) from outbox), 0)::float8 as outbox,
      coalesce((select extract(epoch from now() - min(start_after)) from pgboss.job
                where state in ('created', 'retry') and start_after < now()), 0)::float8 as jobs,
      coalesce((select extract(epoch from now() - min(received_at)) from payment_webhooks
                where next_read_at is not null), 0)::float8 as "paymentWebhooks"`.execute(operator)
  return rows[0] ?? { inbox: 0, outbox: 0, jobs: 0, paymentWebhooks: 0 }
}
