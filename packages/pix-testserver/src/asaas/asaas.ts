import { randomBytes } from 'node:crypto'
import type { BookCharge, BookPayment, BookRefund } from '../book/book.ts'
import type { Authority } from '../certificates.ts'
import { type Answer, type Call, type Routes, route } from '../https/answer.ts'
import { HttpsSide } from '../https/https-side.ts'
import type { ProviderSide, World } from '../world.ts'
import { AsaasWebhooks } from './asaas-webhooks.ts'
import { Customers } from './customers.ts'
import { Payments } from './payments.ts'
import { refusal } from './refusals.ts'
import type { WebhookQueue } from './webhook-queue.ts'

interface AsaasOptions {
  world: World
  authority: Authority
  foreign: () => Authority
  created: (charge: BookCharge) => Promise<void>
}

/** Asaas: one account. */
export class Asaas implements ProviderSide {
  /** A new one makes the old one invalid. */
  accessToken = `$aact_hmlg_${randomBytes(40).toString('base64url')}`
  readonly side: HttpsSide
  readonly customers: Customers
  readonly #payments: Payments
  readonly #webhooks: AsaasWebhooks
  readonly #options: AsaasOptions
  readonly #routes: Routes

  constructor(options: AsaasOptions) {
    const { world, authority, foreign, created } = options
    this.#options = options
    this.side = new HttpsSide({
      identity: authority.issueServer('Asaas'),
      wrongIdentity: () => foreign().issueServer('Asaas'),
      clientAuthority: undefined,
      problems: world.problems,
      answer: (call) => this.#answer(call),
    })
    this.customers = new Customers(world)
    this.#webhooks = new AsaasWebhooks(world)
    this.#payments = new Payments({
      world,
      customers: this.customers,
      webhooks: this.#webhooks,
      host: () => this.side.host,
      created,
    })
    this.#routes = this.#makeRoutes()
  }

  get url(): string {
    return `https://${this.side.host}/v3`
  }

  /** The registered webhooks, each with its queue. */
  get queues(): readonly WebhookQueue[] {
    return this.#webhooks.queues
  }

  set refundsAtOnce(isSo: boolean) {
    this.#payments.refundsAtOnce = isSo
  }

  set hasPixKey(isSo: boolean) {
    this.#payments.hasPixKey = isSo
  }

  settle(charge: BookCharge, amountCents: number, paidAt: Date): BookPayment {
    return this.#payments.settle(charge, amountCents, paidAt)
  }

  giveBack(charge: BookCharge, payment: BookPayment, amountCents: number): BookRefund {
    return this.#payments.giveBack(charge, payment, amountCents)
  }

  /** Ends the refunds that are in progress. */
  finishRefunds(status: 'done' | 'failed' = 'done'): void {
    this.#payments.finishRefunds(status)
  }

  /**
   * Sends a webhook about a payment that never happened to each address, and returns the statuses of the answers. By
   * default the forger knows the token.
   */
  forge(charge: BookCharge, options: { token?: string; from?: string } = {}): Promise<number[]> {
    const id = `evt_${randomBytes(16).toString('hex')}&1`
    const payment = { ...this.#payments.view(charge), status: 'RECEIVED' }
    return this.sendRaw({ id, event: 'PAYMENT_RECEIVED', payment }, options)
  }

  /** Sends any body to each registered address, and returns the statuses of the answers. */
  sendRaw(body: object, options: { token?: string; from?: string } = {}): Promise<number[]> {
    if (this.queues.length === 0) throw new Error('no webhook is registered at Asaas')
    return Promise.all(this.queues.map((queue) => queue.sendRaw(body, options)))
  }

  #answer(call: Call): Answer | Promise<Answer> {
    const { access_token: token, 'user-agent': agent } = call.headers
    if (agent === undefined || agent === '')
      throw refusal(400, 'invalid_user_agent', 'O header User-Agent é obrigatório')
    if (token === undefined)
      throw refusal(401, 'access_token_not_found', 'O cabeçalho de autenticação não foi informado')
    if (token !== this.accessToken) throw refusal(401, 'invalid_access_token', 'A chave de API fornecida é inválida')
    if (call.method === 'GET' && call.text !== '') throw refusal(403, 'forbidden', 'GET não aceita corpo')
    const found = route(this.#routes, call)
    if (found) return found.handler(call, ...found.parts)
    this.#options.world.problems.unknown(`Asaas: ${call.method} ${call.path}`)
    throw refusal(404, 'not_found', 'Recurso não encontrado')
  }

  #makeRoutes(): Routes {
    const [customers, payments, webhooks] = [this.customers, this.#payments, this.#webhooks]
    return {
      'POST /v3/customers': (call) => customers.create(call),
      'GET /v3/customers': (call) => customers.show(call),
      'POST /v3/payments': (call) => payments.create(call),
      'GET /v3/payments': (call) => payments.list(call),
      'GET /v3/payments/:id': (call, id = '') => payments.show(call, id),
      'GET /v3/payments/:id/status': (call, id = '') => payments.status(call, id),
      'GET /v3/payments/:id/pixQrCode': (call, id = '') => payments.code(call, id),
      'DELETE /v3/payments/:id': (call, id = '') => payments.remove(call, id),
      'POST /v3/payments/:id/refund': (call, id = '') => payments.refund(call, id),
      'POST /v3/webhooks': (call) => webhooks.create(call),
      'GET /v3/webhooks': () => webhooks.list(),
      'PUT /v3/webhooks/:id': (call, id = '') => webhooks.change(call, id),
    }
  }
}
