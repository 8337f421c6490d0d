import { isIP } from 'node:net'
import { z } from 'zod'
import { type WebhookReading, isSecret, jsonIn } from '../webhook-reading.ts'

export interface EfiWebhookOptions {
  /** The `webhookSecret` of the gateway. */
  secret: string
  /** Where Efí sends from. */
  addresses?: readonly string[] | undefined
}

/** The address from which Efí sends webhooks. */
export const efiWebhookAddresses: readonly string[] = ['34.193.116.226']

const Id = z.string().regex(/^[a-zA-Z0-9]{1,64}$/)
const Refund = z.object({ id: Id, status: z.string().regex(/^[A-Z_]{1,40}$/) })
const Item = z.object({ endToEndId: Id, txid: Id, devolucoes: z.array(z.unknown()).default([]) })
const Body = z.object({ pix: z.array(z.unknown()) })

/**
 * Reads a webhook of Efí, which is sent to the registered address, or to that address with "/pix" behind it. It must
 * know the secret in the query, and come from an address of Efí. What is no report of a payment is ignored: the call
 * that tests the registration, and what Efí may invent later.
 */
export function readEfiWebhook(
  body: Uint8Array,
  query: URLSearchParams,
  address: string,
  { secret, addresses = efiWebhookAddresses }: EfiWebhookOptions,
): WebhookReading {
  const given = query.getAll('hmac')
  const isTrusted = isSecret(given.length === 1 ? given[0] : undefined, secret)
  if (!isTrusted || !addresses.map(plain).includes(plain(address))) return { kind: 'refused' }

  const items = (Body.safeParse(jsonIn(body)).data?.pix ?? []).flatMap((item) => Item.safeParse(item).data ?? [])
  if (items.length === 0) return { kind: 'ignored' }
  const txids = [...new Set(items.map(({ txid }) => txid))]
  return { kind: 'read', eventIds: [...new Set(items.flatMap(eventsOf))], txids, providerIds: txids }
}

/** A report of refunds repeats the payment, so only the refunds and their states tell whether it is new. */
function eventsOf({ endToEndId, devolucoes }: z.output<typeof Item>): string[] {
  const refunds = devolucoes.flatMap((refund) => Refund.safeParse(refund).data ?? [])
  if (refunds.length === 0) return [endToEndId]
  return refunds.map(({ id, status }) => `${endToEndId}:${id}:${status}`)
}

/** A server that listens on IPv6 sees IPv4 addresses in a longer form. */
function plain(address: string): string {
  const short = address.replace(/^::ffff:/i, '')
  return isIP(short) === 4 ? short : address.toLowerCase()
}
