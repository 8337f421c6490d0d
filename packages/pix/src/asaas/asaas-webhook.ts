import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { type WebhookReading, isSecret, jsonIn } from '../webhook-reading.ts'

export interface AsaasWebhookOptions {
  /** The `webhookToken` of the gateway. */
  token: string
}

const Id = z.string().regex(/^[\x21-\x7e]{1,200}$/)
const Body = z.object({
  id: Id,
  event: z.string().startsWith('PAYMENT_'),
  payment: z.object({ id: Id, externalReference: Id.optional().catch(undefined) }),
})

/** Reads a webhook of Asaas, which carries our token in a header. What is no event of a charge is ignored. */
export function readAsaasWebhook(
  body: Uint8Array,
  headers: IncomingHttpHeaders,
  { token }: AsaasWebhookOptions,
): WebhookReading {
  const given = headers['asaas-access-token']
  if (!isSecret(typeof given === 'string' ? given : undefined, token)) return { kind: 'refused' }
  const { data } = Body.safeParse(jsonIn(body))
  if (!data) return { kind: 'ignored' }
  const { id, externalReference } = data.payment
  return {
    kind: 'read',
    eventIds: [data.id],
    txids: externalReference === undefined ? [] : [externalReference],
    providerIds: [id],
  }
}
