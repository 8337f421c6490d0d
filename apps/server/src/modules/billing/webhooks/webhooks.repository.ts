import { createHash } from 'node:crypto'
import { type Db, sql } from '#platform/database/sql'

/** What a webhook of a provider names: ids of ours, and of the provider. */
export interface Named {
  provider: 'efi' | 'asaas'
  txids: string[]
  providerIds: string[]
}

/** Stores a webhook, which then waits to be read. False: the same one came before. */
export async function keepWebhook(
  operator: Db,
  { provider, body, txids, providerIds }: Named & { body: Buffer },
): Promise<boolean> {
  const digest = createHash('sha256').update(body).digest()
  const { rows } = await sql`
    insert into payment_webhooks (provider, digest, body, txids, provider_ids, next_read_at)
    values (${provider}, ${digest}, ${body}, ${txids}::text[], ${providerIds}::text[], now())
    on conflict (provider, digest) do nothing returning id`.execute(operator)
  return rows.length > 0
}

export async function isWebhookWaiting(operator: Db): Promise<boolean> {
  const { rows } = await sql`select from payment_webhooks where next_read_at <= now() limit 1`.execute(operator)
  return rows.length > 0
}

/** In seconds. After this time another process reads what a process has taken and not finished. */
const takenFor = 30

/** Takes those that have waited longest. */
export async function takeWebhooks(operator: Db, most: number): Promise<(Named & { id: number })[]> {
  const { rows } = await sql<Named & { id: number }>`
    update payment_webhooks w set next_read_at = now() + make_interval(secs => ${takenFor})
    from (select id from payment_webhooks where next_read_at <= now()
          order by next_read_at, id limit ${most} for update skip locked) due
    where w.id = due.id
    returning w.id, w.provider, w.txids, w.provider_ids as "providerIds"`.execute(operator)
  return rows
}

export async function endWebhooks(operator: Db, ids: readonly number[]): Promise<void> {
  await sql`update payment_webhooks set next_read_at = null where id = any (${[...ids]}::bigint[])`.execute(operator)
}

/** In days. */
const keptFor = 90

export async function removeOldWebhooks(operator: Db, most: number): Promise<number> {
  const { rows } = await sql`
    delete from payment_webhooks where id in (
      select id from payment_webhooks where received_at < now() - make_interval(days => ${keptFor}) limit ${most})
    returning id`.execute(operator)
  return rows.length
}
