import type { z } from 'zod'
import { checkCharge, checkRefund } from '../check-request.ts'
import { checkedCode } from '../checked-code.ts'
import type { ChargeRequest, ChargeState, NewCharge, Payer, PixGateway, RefundState } from '../gateway.ts'
import { invalid } from '../http/failures.ts'
import { type ConnectionOptions, HttpClient, type Request } from '../http/http-client.ts'
import { decimalOf } from '@guiche/contract'
import { PixError, isPixError } from '../pix-error.ts'
import {
  type AsaasPayment,
  Customer,
  Customers,
  Deleted,
  Payment,
  Payments,
  QrCode,
  Webhook,
  Webhooks,
  dayOf,
  paymentOf,
  reasonIn,
  refundIn,
  statusOf,
} from './asaas-answers.ts'

export interface AsaasOptions extends ConnectionOptions {
  accessToken: string
  /** Comes back in a header of each webhook: 32 to 255 characters. See `readAsaasWebhook`. */
  webhookToken: string
  /** Asaas writes there when it stops to send webhooks. */
  email: string
}

export const asaasBaseUrls = {
  production: 'https://api.asaas.com/v3',
  sandbox: 'https://api-sandbox.asaas.com/v3',
} as const

/** What changes the state of a charge, or the money that came in. */
const events = [
  'PAYMENT_UPDATED',
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_DELETED',
  'PAYMENT_RESTORED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_REFUND_IN_PROGRESS',
  'PAYMENT_RECEIVED_IN_CASH_UNDONE',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
  'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
  'PAYMENT_AWAITING_RISK_ANALYSIS',
  'PAYMENT_APPROVED_BY_RISK_ANALYSIS',
  'PAYMENT_REPROVED_BY_RISK_ANALYSIS',
]

/**
 * Asaas takes no id of ours for a request, so nothing that it may have accepted is sent twice. Charges carry our txid
 * as `externalReference` and refunds our id as `description`, and both are looked for before and after.
 */
export function createAsaasGateway(options: AsaasOptions): PixGateway {
  const { accessToken, webhookToken, email } = options
  const http = new HttpClient({
    provider: 'asaas',
    ...options,
    baseUrl: options.baseUrl ?? asaasBaseUrls.production,
    secrets: [accessToken, webhookToken],
    reasonIn,
  })

  return {
    async createCharge(request: ChargeRequest): Promise<NewCharge> {
      checkCharge('asaas', request)
      const { payer } = request
      if (!payer) throw invalid('asaas', 'Asaas makes no charge without the document of the payer')
      const charge = (await chargeOf(request.txid)) ?? (await makeCharge(request, payer))
      const charged = charge.originalValue ?? charge.value
      if (charged !== request.amountCents)
        throw new PixError('asaas', 'conflict', 'a charge with this txid exists, about another amount')
      const status = statusOf(charge)
      if (status !== 'open') return { providerId: charge.id, copyText: '', expiresAt: undefined, status }
      const { payload, expirationDate } = await get(
        `/payments/${charge.id}/pixQrCode`,
        QrCode,
        'get the code of a charge',
      )
      return {
        providerId: charge.id,
        copyText: checkedCode('asaas', payload, charged),
        expiresAt: expirationDate,
        status,
      }
    },

    readCharge,

    async findCharge(txid: string): Promise<ChargeState | undefined> {
      const charge = await chargeOf(txid)
      return charge && readCharge(charge.id)
    },

    async cancelCharge(providerId: string): Promise<ChargeState> {
      const path = `/payments/${encodeURIComponent(providerId)}`
      try {
        await send({ method: 'DELETE', path, what: 'cancel a charge', isRepeatable: true }, Deleted)
      } catch (error) {
        // It was cancelled before, or has been paid.
        if (!isPixError(error, 'invalid', 'missing', 'conflict')) throw error
        const state = await readCharge(providerId)
        if (state.status === 'open') throw error
        return state
      }
      return readCharge(providerId)
    },

    async refund(paymentId: string, amountCents: number, refundId: string): Promise<RefundState> {
      checkRefund('asaas', amountCents, refundId)
      const path = `/payments/${encodeURIComponent(paymentId)}`
      const known = refundIn(await get(path, Payment, 'read a payment'), refundId)
      if (known) return known
      const body = { value: Number(decimalOf(amountCents)), description: refundId }
      const request = { method: 'POST', path: `${path}/refund`, body, what: 'refund a payment' } as const
      const after = await orFound(
        () => send({ ...request, isRepeatable: false }, Payment),
        async () => {
          const payment = await get(path, Payment, 'read a payment')
          return refundIn(payment, refundId) && payment
        },
      )
      return refundIn(after, refundId) ?? { status: 'processing' }
    },

    async registerWebhook(url: string): Promise<void> {
      const { length } = webhookToken
      if (length < 32 || length > 255)
        throw invalid('asaas', 'the token of a webhook of Asaas has 32 to 255 characters')
      const { data } = await get('/webhooks', Webhooks, 'list the webhooks')
      const known = data.find((webhook) => webhook.url === url)
      const body = {
        name: 'Guichê',
        url,
        email,
        enabled: true,
        // Also resumes the queue, if it was paused because of too many failures.
        interrupted: false,
        apiVersion: 3,
        authToken: webhookToken,
        // One event that fails must not hold up the others: their order means nothing to us.
        sendType: 'NON_SEQUENTIALLY',
        events,
      }
      const what = 'register the webhook'
      await (known
        ? send({ method: 'PUT', path: `/webhooks/${known.id}`, body, what, isRepeatable: true }, Webhook)
        : send({ method: 'POST', path: '/webhooks', body, what, isRepeatable: false }, Webhook))
    },

    async test(): Promise<void> {
      await get('/payments?limit=1', Payments, 'test the token')
    },

    close: () => http.close(),
  }

  async function readCharge(providerId: string): Promise<ChargeState> {
    const charge = await get(`/payments/${encodeURIComponent(providerId)}`, Payment, 'read a charge')
    const txid = charge.externalReference ?? ''
    // Money that comes in twice makes another charge of the same reference.
    const others = txid === '' ? [] : await chargesOf(txid)
    const all = [charge, ...others.filter(({ id }) => id !== charge.id)]
    return {
      providerId: charge.id,
      txid,
      amountCents: charge.originalValue ?? charge.value,
      status: all.some((one) => statusOf(one) === 'paid') ? 'paid' : statusOf(charge),
      providerStatus: charge.deleted ? 'DELETED' : charge.status,
      payments: all.flatMap((one) => paymentOf(one) ?? []),
    }
  }

  async function chargeOf(txid: string): Promise<AsaasPayment | undefined> {
    const charges = (await chargesOf(txid)).filter(({ deleted }) => !deleted)
    return charges.find((charge) => statusOf(charge) === 'paid') ?? charges.at(-1)
  }

  async function chargesOf(txid: string): Promise<AsaasPayment[]> {
    const path = `/payments?externalReference=${encodeURIComponent(txid)}&limit=100`
    return (await get(path, Payments, 'look for a charge')).data
  }

  async function makeCharge(request: ChargeRequest, payer: Payer): Promise<AsaasPayment> {
    const { txid, amountCents, expiresInSeconds, description } = request
    const body = {
      customer: await customerOf(payer),
      billingType: 'PIX',
      // Exact: see `Amount`.
      value: Number(decimalOf(amountCents)),
      dueDate: dayOf(new Date(Date.now() + expiresInSeconds * 1000)),
      description,
      externalReference: txid,
    }
    return orFound(
      () => send({ method: 'POST', path: '/payments', body, what: 'make a charge', isRepeatable: false }, Payment),
      () => chargeOf(txid),
    )
  }

  /** Asaas keeps customers, and would keep the same one twice. */
  async function customerOf({ document, name }: Payer): Promise<string> {
    const path = `/customers?cpfCnpj=${encodeURIComponent(document)}`
    const find = async () => (await get(path, Customers, 'look for a customer')).data.find(({ deleted }) => !deleted)
    // Asaas would write to the payer by e-mail and SMS, and charge for it.
    const body = { name, cpfCnpj: document, notificationDisabled: true }
    const request = { method: 'POST', path: '/customers', body, what: 'add a customer', isRepeatable: false } as const
    const customer = (await find()) ?? (await orFound(() => send(request, Customer), find))
    return customer.id
  }

  function get<Schema extends z.ZodType>(path: string, schema: Schema, what: string): Promise<z.output<Schema>> {
    return send({ method: 'GET', path, what, isRepeatable: true }, schema)
  }

  function send<Schema extends z.ZodType>(
    request: Omit<Request, 'headers'>,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    return http.send({ ...request, headers: { access_token: accessToken, 'user-agent': 'Guiche' } }, schema)
  }
}

/** Does something once. If it may have happened although it failed, looks for it. */
async function orFound<T>(act: () => Promise<T>, find: () => Promise<T | undefined>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!isPixError(error) || !error.mayHaveHappened) throw error
    const found = await find().catch(() => undefined)
    if (!found) throw error
    return found
  }
}
