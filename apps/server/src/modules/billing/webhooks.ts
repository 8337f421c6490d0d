import { createHash } from 'node:crypto'
import { type WebhookReading, readAsaasWebhook, readEfiWebhook } from '@guiche/pix'
import type { IncomingHttpHeaders } from 'node:http'
import { type Db, sql } from '#platform/database/sql'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { readRecentBillingSettings } from '#modules/payment-providers'
import { findReported } from './charges.repository.ts'

const largest = 256 * 1024

/** Efí adds `/pix` to the address that was registered. */
const paths = {
  efi: ['/subscription/webhook/efi', '/subscription/webhook/efi/pix'],
  asaas: ['/subscription/webhook/asaas'],
}

/**
 * Where payment providers report payments (S60, R36). A report is stored as it came, together with the jobs that ask the
 * provider about the charges that it names. Nothing else of it is believed.
 */
export function serveWebhooks(deps: Deps, efiAddresses: readonly string[] | undefined): void {
  deps.http.register(async (scope) => {
    // The bytes are needed as they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
      done(null, body),
    )
    for (const provider of ['efi', 'asaas'] as const)
      for (const path of paths[provider])
        scope.post(path, async (request) => {
          await receive(deps, provider, request, efiAddresses)
          return { ok: true }
        })
  })
}

interface Report {
  url: string
  headers: IncomingHttpHeaders
  ip: string
  body: unknown
}

async function receive(
  { units, keys, jobs }: Deps,
  provider: 'efi' | 'asaas',
  request: Report,
  addresses: readonly string[] | undefined,
): Promise<void> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { secrets } = await readRecentBillingSettings(units, keys.secretsAtRest)
  const reading = read(provider, body, request, { secret: secrets.webhookSecret, addresses })
  if (reading.kind === 'refused') throw new AppError('ERR_SESSION_EXPIRED', 401)
  if (reading.kind === 'ignored') return

  await units.operator.transaction().execute(async (db) => {
    if (!(await keep(db, provider, body))) return
    for (const charge of await findReported(db, { provider, ...reading }))
      await jobs.enqueue(db, 'billing.settle', charge)
  })
  jobs.wake('billing.settle')
}

function read(
  provider: 'efi' | 'asaas',
  body: Buffer,
  { url, headers, ip }: Report,
  { secret, addresses }: { secret: string; addresses: readonly string[] | undefined },
): WebhookReading {
  if (provider === 'asaas') return readAsaasWebhook(body, headers, { token: secret })
  const query = new URL(url, 'https://localhost').searchParams
  return readEfiWebhook(body, query, ip, { secret, addresses })
}

/** False: the same report came before. */
async function keep(db: Db, provider: 'efi' | 'asaas', body: Buffer): Promise<boolean> {
  const digest = createHash('sha256').update(body).digest()
  const { rows } = await sql`
    insert into payment_webhooks (provider, digest, body) values (${provider}, ${digest}, ${body})
    on conflict (provider, digest) do nothing returning id`.execute(db)
  return rows.length > 0
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
