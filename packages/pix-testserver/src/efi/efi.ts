import { randomBytes } from 'node:crypto'
import { decimalOf } from '@guiche/contract'
import { z } from 'zod'
import type { BookCharge, BookPayment, BookRefund } from '../book/book.ts'
import { type Authority, type Identity, p12Of } from '../certificates.ts'
import { type Answer, type Call, type Routes, route } from '../https/answer.ts'
import { HttpsSide } from '../https/https-side.ts'
import type { ProviderSide, World } from '../world.ts'
import { Cobs } from './cobs.ts'
import { EfiWebhooks } from './efi-webhooks.ts'
import { Payments } from './payments.ts'
import { refusal } from './refusals.ts'
import { type Scope, Tokens } from './tokens.ts'

interface EfiOptions {
  world: World
  authority: Authority
  foreign: () => Authority
  created: (charge: BookCharge) => Promise<void>
}

const Wanted = z.object({ e2eids: z.array(z.string()).optional() }).optional()
const resentDays = 30

/** Efí: one account with one Pix key. */
export class Efi implements ProviderSide {
  readonly account = {
    clientId: `Client_Id_${randomBytes(20).toString('hex')}`,
    clientSecret: `Client_Secret_${randomBytes(20).toString('hex')}`,
    pixKey: 'a1f4102e-a446-4a57-bcce-6fa48899c1d1',
  }
  readonly side: HttpsSide
  readonly tokens: Tokens
  /** With `false` refunds stay in progress until `finishRefunds`. */
  refundsAtOnce = true
  readonly #options: EfiOptions
  readonly #webhooks: EfiWebhooks
  readonly #payments: Payments
  /** The account's certificate with its key. */
  readonly identity: Identity
  readonly #routes: Routes
  #p12: Buffer | undefined

  constructor(options: EfiOptions) {
    const { world, authority, foreign, created } = options
    const { clientId, clientSecret, pixKey } = this.account
    this.#options = options
    this.tokens = new Tokens(world.clock, clientId, clientSecret)
    this.side = new HttpsSide({
      identity: authority.issueServer('Efí'),
      wrongIdentity: () => foreign().issueServer('Efí'),
      clientAuthority: authority.certificate,
      problems: world.problems,
      answer: (call) => this.#answer(call),
    })
    this.identity = authority.issueClient(clientId)
    this.#webhooks = new EfiWebhooks(world, pixKey)
    this.#payments = new Payments({ world, accepted: (...refund) => this.#accept(...refund) })
    this.#routes = this.#makeRoutes(new Cobs({ world, pixKey, host: () => this.side.host, created }))
  }

  get url(): string {
    return `https://${this.side.host}`
  }

  /** The account's certificate, as Efí gives it out. */
  get p12(): Buffer {
    return (this.#p12 ??= p12Of(this.identity))
  }

  /** The same as a .pem file. */
  get pem(): Buffer {
    return Buffer.from(this.identity.cert + this.identity.key)
  }

  /** A certificate of an authority that Efí does not know. */
  foreignIdentity(): Identity {
    return this.#options.foreign().issueClient(this.account.clientId)
  }

  /** The registered address, without the "/pix" that is added to it. */
  get webhookUrl(): string | undefined {
    return this.#webhooks.url
  }

  settle(charge: BookCharge, amountCents: number, paidAt: Date): BookPayment {
    const payment = { id: endToEndId(paidAt), amountCents, paidAt, refunds: [] }
    charge.payments.push(payment)
    this.#webhooks.paid(charge, payment)
    return payment
  }

  giveBack(charge: BookCharge, payment: BookPayment, amountCents: number): BookRefund {
    const at = this.#options.world.clock.now()
    const refund: BookRefund = { id: randomBytes(8).toString('hex'), amountCents, status: 'done', at }
    payment.refunds.push(refund)
    this.#webhooks.refunded(charge, payment, refund)
    return refund
  }

  /** Ends the refunds that are in progress. */
  finishRefunds(status: 'done' | 'failed' = 'done'): void {
    for (const { charge, payment } of this.#payments.all) {
      for (const refund of payment.refunds) {
        if (refund.status === 'processing') this.#finish(charge, payment, refund, status)
      }
    }
  }

  /**
   * Sends a webhook about a payment that never happened, and returns the status of its answer. By default the forger
   * knows the secret.
   */
  forge(
    charge: BookCharge,
    { amountCents = charge.amountCents, secret, from }: { amountCents?: number; secret?: string; from?: string } = {},
  ): Promise<number> {
    const paidAt = this.#options.world.clock.now()
    const { txid } = charge
    const item = { endToEndId: endToEndId(paidAt), txid, valor: decimalOf(amountCents), horario: paidAt.toISOString() }
    return this.sendRaw(
      { pix: [item] },
      { ...(secret !== undefined && { secret }), ...(from !== undefined && { from }) },
    )
  }

  /** Sends any body to the registered address, and returns the status of its answer. */
  sendRaw(body: object, { secret, from }: { secret?: string; from?: string } = {}): Promise<number> {
    const parcel = this.#webhooks.parcel('raw', body)
    if (!parcel) throw new Error('no webhook is registered at Efí')
    const target = secret === undefined ? {} : parcel.withSecret(secret)
    return this.#options.world.webhooks.deliver({ ...parcel, ...target, ...(from !== undefined && { from }) })
  }

  #accept(charge: BookCharge, payment: BookPayment, refund: BookRefund): void {
    if (this.refundsAtOnce) this.#finish(charge, payment, refund, 'done')
  }

  #finish(charge: BookCharge, payment: BookPayment, refund: BookRefund, status: 'done' | 'failed'): void {
    refund.status = status
    this.#webhooks.refunded(charge, payment, refund)
  }

  #answer(call: Call): Answer | Promise<Answer> {
    const found = route(this.#routes, call)
    if (found) return found.handler(call, ...found.parts)
    this.#options.world.problems.unknown(`Efí: ${call.method} ${call.path}`)
    throw refusal(404, 'nao_encontrado', 'Recurso não encontrado')
  }

  #makeRoutes(cobs: Cobs): Routes {
    const [webhooks, payments] = [this.#webhooks, this.#payments]
    const needs =
      (scope: Scope, handler: Routes[string]): Routes[string] =>
      (call, ...parts) => {
        this.tokens.check(call, scope)
        return handler(call, ...parts)
      }
    return {
      'POST /oauth/token': (call) => this.tokens.issue(call),
      'PUT /v2/cob/:txid': needs('cob.write', (call, txid) => cobs.create(call, txid)),
      'POST /v2/cob': needs('cob.write', (call) => cobs.create(call)),
      'GET /v2/cob': needs('cob.read', (call) => cobs.list(call)),
      'GET /v2/cob/:txid': needs('cob.read', (call, txid = '') => cobs.show(call, txid)),
      'PATCH /v2/cob/:txid': needs('cob.write', (call, txid = '') => cobs.change(call, txid)),
      'GET /v2/loc/:id/qrcode': needs('cob.read', (call, id = '') => cobs.code(call, id)),
      'GET /v2/pix': needs('pix.read', (call) => payments.list(call)),
      'GET /v2/pix/:e2eId': needs('pix.read', (call, id = '') => payments.show(call, id)),
      'PUT /v2/pix/:e2eId/devolucao/:id': needs('pix.write', (call, e2eId = '', id = '') =>
        payments.refund(call, e2eId, id),
      ),
      'GET /v2/pix/:e2eId/devolucao/:id': needs('pix.read', (call, e2eId = '', id = '') =>
        payments.showRefund(call, e2eId, id),
      ),
      'PUT /v2/webhook/:chave': needs('webhook.write', (call, key = '') => webhooks.register(call, key)),
      'GET /v2/webhook/:chave': needs('webhook.read', (call, key = '') => webhooks.show(call, key)),
      'DELETE /v2/webhook/:chave': needs('webhook.write', (call, key = '') => webhooks.remove(call, key)),
      'POST /v2/gn/webhook/reenviar': needs('webhook.write', (call) => this.#resend(call)),
    }
  }

  /** Reports the payments of the last days once more. */
  #resend({ body }: Call): Answer {
    const { e2eids } = Wanted.safeParse(body).data ?? {}
    const { clock } = this.#options.world
    const since = new Date(clock.now().getTime() - resentDays * 86_400_000)
    for (const { charge, payment } of this.#payments.all) {
      if (payment.paidAt >= since && (e2eids?.includes(payment.id) ?? true)) this.#webhooks.paid(charge, payment)
    }
    return { status: 202 }
  }
}

/** E, eight digits of the payer's bank, the minute, and eleven characters. */
function endToEndId(paidAt: Date): string {
  const minute = paidAt.toISOString().replace(/\D/g, '').slice(0, 12)
  return `E18036150${minute}${randomBytes(6).toString('hex').slice(0, 11)}`
}
