import { randomBytes } from 'node:crypto'
import { makeBrCode } from '@guiche/pix'
import { type BookCharge, type BookPayment, type BookRefund, refundableCents, refundedCents } from '../book/book.ts'
import type { Answer, Call } from '../https/answer.ts'
import { localDay, localMoment } from '../local-time.ts'
import type { World } from '../world.ts'
import type { AsaasWebhooks } from './asaas-webhooks.ts'
import type { Customers } from './customers.ts'
import { obeying, refusal } from './refusals.ts'
import { NewPayment, NewRefund } from './rules.ts'
import { type PaymentDetails, paymentView, statusOf } from './views.ts'

interface PaymentsOptions {
  world: World
  customers: Customers
  webhooks: AsaasWebhooks
  host: () => string
  created: (charge: BookCharge) => Promise<void>
}

const blankPicture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** The charges of an account. */
export class Payments {
  /** Without a Pix key of its own, an account's codes end with the day. */
  hasPixKey = true
  /** With `false` refunds stay in progress until `finishRefunds`. */
  refundsAtOnce = true
  readonly #options: PaymentsOptions
  readonly #details = new Map<BookCharge, PaymentDetails>()

  constructor(options: PaymentsOptions) {
    this.#options = options
  }

  async create({ body }: Call): Promise<Answer> {
    const { customer, value, dueDate, description, externalReference } = obeying(NewPayment, body)
    if (!this.#options.customers.has(customer))
      throw refusal(400, 'invalid_customer', 'Customer inválido ou não informado')
    if (dueDate < localDay(this.#now))
      throw refusal(400, 'invalid_dueDate', 'Não é permitido data de vencimento inferior a hoje')
    const charge = this.#add({ amountCents: value, description, txid: externalReference }, { customer, dueDate })
    const view = this.#view(charge)
    this.#tell('PAYMENT_CREATED', charge)
    await this.#options.created(charge)
    return { status: 200, body: view }
  }

  show(_call: Call, id: string): Answer {
    return { status: 200, body: this.#view(this.#get(id)) }
  }

  status(_call: Call, id: string): Answer {
    const charge = this.#get(id)
    return { status: 200, body: { status: statusOf(charge, this.#detailsOf(charge), this.#now) } }
  }

  list({ query }: Call): Answer {
    const [reference, limit, offset] = [
      query.get('externalReference'),
      Math.min(100, Number(query.get('limit') ?? 10)),
      Number(query.get('offset') ?? 0),
    ]
    // The newest comes first, and what was deleted is left out.
    const found = [...this.#details.keys()]
      .filter(({ isRemoved, txid }) => !isRemoved && (reference === null || txid === reference))
      .reverse()
    const data = found.slice(offset, offset + limit).map((charge) => this.#view(charge))
    const hasMore = found.length > offset + limit
    return { status: 200, body: { object: 'list', hasMore, totalCount: found.length, limit, offset, data } }
  }

  code(_call: Call, id: string): Answer {
    const { copyText, expiresAt, isRemoved, payments } = this.#get(id)
    if (isRemoved || payments.length > 0) throw refusal(400, 'invalid_action', 'A cobrança não pode mais ser paga')
    return {
      status: 200,
      body: {
        success: true,
        encodedImage: blankPicture,
        payload: copyText,
        expirationDate: localMoment(expiresAt),
      },
    }
  }

  remove(_call: Call, id: string): Answer {
    const charge = this.#get(id)
    if (charge.isRemoved) throw refusal(404, 'not_found', 'Cobrança não encontrada')
    if (charge.payments.length > 0) throw refusal(400, 'invalid_action', 'A cobrança já foi recebida')
    charge.isRemoved = true
    this.#tell('PAYMENT_DELETED', charge)
    return { status: 200, body: { deleted: true, id } }
  }

  refund({ body }: Call, id: string): Answer {
    const charge = this.#get(id)
    const [payment] = charge.payments
    if (!payment) throw refusal(400, 'invalid_action', 'Só é possível estornar cobranças recebidas')
    const { value = refundableCents(payment), description = '' } = obeying(NewRefund, body)
    if (value > refundableCents(payment) || value === 0)
      throw refusal(400, 'invalid_value', 'O valor do estorno é maior do que o valor disponível')
    this.#addRefund(charge, payment, value, description)
    return { status: 200, body: this.#view(charge) }
  }

  /** Money has come in. A charge takes it once; for any further money Asaas makes another charge. */
  settle(charge: BookCharge, amountCents: number, paidAt: Date): BookPayment {
    const paid = charge.payments.length === 0 ? charge : this.#another(charge, amountCents)
    const payment = { id: paid.id, amountCents, paidAt, refunds: [] }
    paid.payments.push(payment)
    this.#tell('PAYMENT_RECEIVED', paid)
    return payment
  }

  giveBack(charge: BookCharge, payment: BookPayment, amountCents: number): BookRefund {
    return this.#addRefund(charge, payment, amountCents, `Estorno ${payment.refunds.length + 1}`)
  }

  finishRefunds(status: 'done' | 'failed'): void {
    for (const charge of this.#details.keys()) {
      for (const payment of charge.payments) {
        for (const refund of payment.refunds.filter((one) => one.status === 'processing'))
          this.#finish(charge, payment, refund, status)
      }
    }
  }

  view(charge: BookCharge) {
    return this.#view(charge)
  }

  #add(
    { amountCents, description, txid }: Pick<BookCharge, 'amountCents' | 'description' | 'txid'>,
    details: PaymentDetails,
  ): BookCharge {
    const createdAt = this.#now
    const location = `${this.#options.host()}/qr/v2/cobv/${randomBytes(16).toString('hex')}`
    const charge = this.#options.world.book.add({
      provider: 'asaas',
      id: `pay_${randomBytes(8).toString('hex')}`,
      txid,
      location,
      copyText: makeBrCode({
        key: undefined,
        url: location,
        amountCents: undefined,
        receiver: 'GUICHE TESTES LTDA',
        city: 'JOINVILLE',
        txid: undefined,
      }),
      amountCents,
      description,
      createdAt,
      expiresAt: this.hasPixKey ? yearAfter(details.dueDate) : endOf(localDay(createdAt)),
      isRemoved: false,
      payments: [],
    })
    this.#details.set(charge, details)
    return charge
  }

  #another(charge: BookCharge, amountCents: number): BookCharge {
    const { txid } = charge
    const description = 'Cobrança criada automaticamente a partir de Pix recebido.'
    return this.#add({ amountCents, description, txid }, this.#detailsOf(charge))
  }

  #addRefund(charge: BookCharge, payment: BookPayment, amountCents: number, id: string): BookRefund {
    const refund: BookRefund = { id, amountCents, status: 'processing', at: this.#now }
    payment.refunds.push(refund)
    if (this.refundsAtOnce) this.#finish(charge, payment, refund, 'done')
    else this.#tell('PAYMENT_REFUND_IN_PROGRESS', charge)
    return refund
  }

  #finish(charge: BookCharge, payment: BookPayment, refund: BookRefund, status: 'done' | 'failed'): void {
    refund.status = status
    const isAll = refundedCents(payment) >= payment.amountCents
    if (status === 'done') this.#tell(isAll ? 'PAYMENT_REFUNDED' : 'PAYMENT_PARTIALLY_REFUNDED', charge)
    else this.#tell('PAYMENT_UPDATED', charge)
  }

  #tell(event: Parameters<AsaasWebhooks['tell']>[0], charge: BookCharge): void {
    this.#options.webhooks.tell(event, this.#view(charge))
  }

  #view(charge: BookCharge) {
    return paymentView(charge, this.#detailsOf(charge), this.#now)
  }

  get #now(): Date {
    return this.#options.world.clock.now()
  }

  #get(id: string): BookCharge {
    const charge = [...this.#details.keys()].find((one) => one.id === id)
    if (!charge) throw refusal(404, 'not_found', 'Cobrança não encontrada')
    return charge
  }

  #detailsOf(charge: BookCharge): PaymentDetails {
    const details = this.#details.get(charge)
    if (!details) throw new Error(`${charge.id} is no charge of Asaas`)
    return details
  }
}

const endOf = (day: string): Date => new Date(`${day}T23:59:59-03:00`)

function yearAfter(day: string): Date {
  const end = endOf(day)
  end.setUTCFullYear(end.getUTCFullYear() + 1)
  return end
}
