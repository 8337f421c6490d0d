import type { BookCharge, BookPayment, BookRefund } from '../book/book.ts'
import type { Answer, Call } from '../https/answer.ts'
import { post } from '../webhooks/post.ts'
import type { Parcel } from '../webhooks/webhooks.ts'
import type { World } from '../world.ts'
import { obeying, refusal } from './refusals.ts'
import { NewWebhook } from './rules.ts'
import { pixView, refundView } from './views.ts'

const timeoutMs = 60_000
const minute = 60_000

/** Efí only says that it tries for days. These pauses are ours. */
const pauses = [1, 5, 30, 120, 720, 1440, 1440].map((minutes) => minutes * minute)

interface Registration {
  url: string
  createdAt: Date
}

/** The webhook of the account's Pix key. */
export class EfiWebhooks {
  readonly #world: World
  readonly #pixKey: string
  #registration: Registration | undefined

  constructor(world: World, pixKey: string) {
    this.#world = world
    this.#pixKey = pixKey
  }

  /** Registers an address, after a call that tests it. */
  async register({ body, headers }: Call, key: string): Promise<Answer> {
    this.#checkKey(key)
    const { webhookUrl } = obeying(NewWebhook, body, 'WebhookOperacaoInvalida')
    if (!isAllowed(webhookUrl)) throw refusal(400, 'webhook_invalido', 'A URL da webhook deve utilizar HTTPS')
    const { webhooks, clock } = this.#world
    const test = { evento: 'teste_webhook', data_criacao: clock.now().toISOString() }
    const status = await webhooks.track(
      post({ url: webhookUrl, headers: {}, body: JSON.stringify(test), timeoutMs }).catch(() => 0),
    )
    const isAccepted = status >= 200 && status <= 299
    // Without this header the receiver has to refuse whoever shows no certificate of Efí.
    if (headers['x-skip-mtls-checking'] !== 'true' && isAccepted)
      throw refusal(400, 'webhook_invalido', 'A autenticação de TLS mútuo não está configurada na URL informada')
    if (headers['x-skip-mtls-checking'] === 'true' && !isAccepted)
      throw refusal(400, 'webhook_invalido', `A requisição na webhook informada falhou com o status HTTP ${status}`)
    this.#registration = { url: webhookUrl, createdAt: clock.now() }
    return { status: 200, body: { webhookUrl } }
  }

  show(_call: Call, key: string): Answer {
    this.#checkKey(key)
    if (!this.#registration) throw refusal(404, 'webhook_nao_encontrado', 'Nenhum webhook foi encontrado')
    const { url, createdAt } = this.#registration
    return { status: 200, body: { webhookUrl: url, chave: key, criacao: createdAt.toISOString() } }
  }

  remove(_call: Call, key: string): Answer {
    this.show(_call, key)
    this.#registration = undefined
    return { status: 204 }
  }

  get url(): string | undefined {
    return this.#registration?.url
  }

  /** Reports that money has come in. */
  paid(charge: BookCharge, payment: BookPayment): void {
    const { endToEndId, txid, valor, horario, infoPagador } = pixView(charge, payment)
    this.#send(endToEndId, { endToEndId, txid, chave: this.#pixKey, valor, horario, infoPagador })
  }

  /** Reports the state of a refund. */
  refunded(charge: BookCharge, payment: BookPayment, refund: BookRefund): void {
    const { status } = refundView(refund)
    const item = { ...pixView(charge, payment), chave: this.#pixKey, devolucoes: [refundView(refund)] }
    this.#send(`${payment.id}:${refund.id}:${status}`, item)
  }

  /** A webhook of this body on its way to the registered address; undefined if there is none. */
  parcel(eventId: string, body: object): Parcel | undefined {
    const { url } = this
    if (url === undefined) return undefined
    const to = (target: string) => ({ url: `${target}/pix`, headers: {} })
    return {
      provider: 'efi',
      eventId,
      ...to(url),
      body: JSON.stringify(body),
      timeoutMs,
      withSecret: (secret) => {
        const target = new URL(url)
        target.searchParams.set('hmac', secret)
        return to(target.href)
      },
    }
  }

  #send(eventId: string, item: object): void {
    const parcel = this.parcel(eventId, { pix: [item] })
    if (parcel) void this.#deliver(parcel, 0)
  }

  async #deliver(parcel: Parcel, failures: number): Promise<void> {
    const { webhooks, clock } = this.#world
    const status = await webhooks.deliver(parcel)
    const pause = pauses[failures]
    if ((status >= 200 && status <= 299) || pause === undefined) return
    clock.at(new Date(clock.now().getTime() + pause), () => this.#deliver(parcel, failures + 1))
  }

  #checkKey(key: string): void {
    if (key !== this.#pixKey) throw refusal(403, 'chave_nao_permitida', 'A chave informada não pertence a esta conta')
  }
}

/** Https, except on this machine, where a product in a test has no certificate. */
function isAllowed(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname))
}
