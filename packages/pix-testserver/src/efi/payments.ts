import { type BookCharge, type BookPayment, type BookRefund, refundableCents } from '../book/book.ts'
import type { Answer, Call } from '../https/answer.ts'
import type { World } from '../world.ts'
import { obeying, refusal } from './refusals.ts'
import { NewRefund, RefundId, Span } from './rules.ts'
import { pixView, refundView } from './views.ts'

interface Found {
  charge: BookCharge
  payment: BookPayment
}

interface PaymentsOptions {
  world: World
  /** A refund was accepted. */
  accepted: (charge: BookCharge, payment: BookPayment, refund: BookRefund) => void
}

/** The payments that an account has received, and what it gives back of them. */
export class Payments {
  readonly #options: PaymentsOptions

  constructor(options: PaymentsOptions) {
    this.#options = options
  }

  show(_call: Call, e2eId: string): Answer {
    const { charge, payment } = this.#get(e2eId)
    return { status: 200, body: pixView(charge, payment) }
  }

  list({ query }: Call): Answer {
    const { inicio, fim } = obeying(Span, Object.fromEntries(query), 'PixConsultaInvalida')
    const pix = this.all
      .filter(({ payment }) => payment.paidAt >= new Date(inicio) && payment.paidAt <= new Date(fim))
      .map(({ charge, payment }) => pixView(charge, payment))
    return { status: 200, body: { parametros: { inicio, fim }, pix } }
  }

  refund({ body }: Call, e2eId: string, id: string): Answer {
    const { charge, payment } = this.#get(e2eId)
    obeying(RefundId, id, 'PixDevolucaoInvalida')
    const { valor } = obeying(NewRefund, body, 'PixDevolucaoInvalida')
    if (payment.refunds.some((refund) => refund.id === id))
      throw refusal(400, 'devolucao_duplicada', 'O id informado já foi utilizado por outra devolução deste Pix')
    if (valor > refundableCents(payment))
      throw refusal(400, 'valor_invalido', 'O valor da devolução é maior do que o saldo do Pix')
    const refund: BookRefund = { id, amountCents: valor, status: 'processing', at: this.#options.world.clock.now() }
    payment.refunds.push(refund)
    const view = refundView(refund)
    this.#options.accepted(charge, payment, refund)
    return { status: 201, body: view }
  }

  showRefund(_call: Call, e2eId: string, id: string): Answer {
    const refund = this.#get(e2eId).payment.refunds.find((one) => one.id === id)
    if (!refund) throw refusal(404, 'devolucao_nao_encontrada', 'Nenhuma devolução encontrada para o id informado')
    return { status: 200, body: refundView(refund) }
  }

  get all(): Found[] {
    return this.#options.world.book.charges
      .filter(({ provider }) => provider === 'efi')
      .flatMap((charge) => charge.payments.map((payment) => ({ charge, payment })))
  }

  #get(e2eId: string): Found {
    const found = this.all.find(({ payment }) => payment.id === e2eId)
    if (!found) throw refusal(404, 'pix_nao_encontrado', 'Nenhum Pix encontrado para o e2eId informado')
    return found
  }
}
