import type { Provider } from '@guiche/pix'

export interface BookRefund {
  id: string
  amountCents: number
  status: 'processing' | 'done' | 'failed'
  at: Date
}

export interface BookPayment {
  id: string
  amountCents: number
  paidAt: Date
  refunds: BookRefund[]
}

export interface BookCharge {
  provider: Provider
  /** The txid at Efí, an id of its own at Asaas. */
  id: string
  /** The id that the client gave it: txid at Efí, external reference at Asaas. */
  txid: string
  /** The address in its BR Code, by which the payer's bank finds it. */
  location: string
  copyText: string
  amountCents: number
  description: string
  createdAt: Date
  expiresAt: Date
  isRemoved: boolean
  payments: BookPayment[]
}

/** What a test compares the product's ledger with. */
export interface Books {
  charges: { provider: Provider; id: string; txid: string; amountCents: number; status: 'open' | 'paid' | 'removed' }[]
  payments: {
    provider: Provider
    chargeId: string
    txid: string
    id: string
    amountCents: number
    paidAt: Date
    refundedCents: number
  }[]
  refunds: {
    provider: Provider
    paymentId: string
    id: string
    amountCents: number
    status: BookRefund['status']
  }[]
}

/** All charges of both providers, with what was paid and given back. */
export class Book {
  readonly charges: BookCharge[] = []

  add(charge: BookCharge): BookCharge {
    this.charges.push(charge)
    return charge
  }

  /** Finds a charge by its id, by the client's id, or by its BR Code. The one that was made first, if several fit. */
  find(name: string): BookCharge | undefined {
    const wanted = name.trim()
    return this.charges.find(
      ({ id, txid, copyText }) => id === wanted || copyText === wanted || (txid === wanted && txid !== ''),
    )
  }

  /** The charge and the payment with this id. */
  payment(id: string): { charge: BookCharge; payment: BookPayment } | undefined {
    for (const charge of this.charges) {
      const payment = charge.payments.find((one) => one.id === id)
      if (payment) return { charge, payment }
    }
    return undefined
  }

  read(): Books {
    const payments = this.charges.flatMap((charge) => charge.payments.map((payment) => ({ charge, payment })))
    return {
      charges: this.charges.map((charge) => {
        const { provider, id, txid, amountCents } = charge
        return { provider, id, txid, amountCents, status: stateOf(charge) }
      }),
      payments: payments.map(({ charge: { provider, id: chargeId, txid }, payment }) => {
        const { id, amountCents, paidAt } = payment
        return { provider, chargeId, txid, id, amountCents, paidAt, refundedCents: refundedCents(payment) }
      }),
      refunds: payments.flatMap(({ charge: { provider }, payment }) =>
        payment.refunds.map(({ id, amountCents, status }) => ({
          provider,
          paymentId: payment.id,
          id,
          amountCents,
          status,
        })),
      ),
    }
  }
}

export function stateOf({ isRemoved, payments }: BookCharge): 'open' | 'paid' | 'removed' {
  if (payments.length > 0) return 'paid'
  return isRemoved ? 'removed' : 'open'
}

/** What has arrived at the payer again. */
export function refundedCents({ refunds }: BookPayment): number {
  return sum(refunds.filter(({ status }) => status === 'done'))
}

/** What is left to be given back, refunds on their way taken off. */
export function refundableCents({ amountCents, refunds }: BookPayment): number {
  return amountCents - sum(refunds.filter(({ status }) => status !== 'failed'))
}

const sum = (amounts: { amountCents: number }[]) => amounts.reduce((total, { amountCents }) => total + amountCents, 0)
