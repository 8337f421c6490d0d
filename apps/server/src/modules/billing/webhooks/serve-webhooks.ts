import { type WebhookReading, readAsaasWebhook, readEfiWebhook } from '@guiche/pix'
import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { platformCompany } from '#modules/companies'
import { readRecentBillingSettings } from '#modules/payment-providers'
import type { AnswersFirst } from './answers-first.ts'
import { keepWebhook } from './webhooks.repository.ts'

const largest = 256 * 1024

/** Efí adds `/pix` to the address that was registered. */
const paths = {
  efi: ['/subscription/webhook/efi', '/subscription/webhook/efi/pix'],
  asaas: ['/subscription/webhook/asaas'],
}

/**
 * Where payment providers report payments (S60, R36). A report is stored as it came, and answered. Then the provider is
 * asked about the charges that it names (`read-webhooks.ts`). Nothing else of it is believed.
 */
export function serveWebhooks(
  deps: Deps,
  { answers, efiAddresses }: { answers: AnswersFirst; efiAddresses: readonly string[] | undefined },
): void {
  deps.http.register(async (scope) => {
    // The bytes are needed as they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largest }, (_request, body, done) =>
      done(null, body),
    )
    for (const provider of ['efi', 'asaas'] as const)
      for (const path of paths[provider])
        scope.post(path, async (request) => {
          await answers.during(receive(deps, provider, request, efiAddresses))
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
  { units, keys, wakes }: Deps,
  provider: 'efi' | 'asaas',
  request: Report,
  addresses: readonly string[] | undefined,
): Promise<void> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const { secrets } = await readRecentBillingSettings(units, keys.secretsAtRest)
  const reading = read(provider, body, request, { secret: secrets.webhookSecret, addresses })
  if (reading.kind === 'refused') throw new AppError('ERR_SESSION_EXPIRED', 401)
  if (reading.kind === 'ignored') return
  if (await keepWebhook(units.operator, { provider, body, ...reading })) wakes.call('paymentWebhooks', platformCompany)
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
