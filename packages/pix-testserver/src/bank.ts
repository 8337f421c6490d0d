import { type Provider, readBrCode } from '@guiche/pix'
import type { Book, BookCharge, BookPayment, BookRefund } from './book/book.ts'
import { refundableCents, stateOf } from './book/book.ts'
import type { Clock } from './clock.ts'
import type { ProviderSide } from './world.ts'

interface BankOptions {
  book: Book
  clock: Clock
  providers: Record<Provider, ProviderSide>
}

/** A charge by its BR Code, its id at the provider, or the id that the client gave it. */
export type Which = string | BookCharge

/** Why the app does not do it. */
export type BankProblem = 'noCode' | 'noPicture' | 'unknown' | 'expired' | 'paid' | 'removed' | 'amount'

export class BankError extends Error {
  readonly problem: BankProblem

  constructor(problem: BankProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

const lateMs = 60_000

/** The app of the payer's bank. */
export class Bank {
  readonly #options: BankOptions

  constructor(options: BankOptions) {
    this.#options = options
  }

  /** Reads a BR Code as the app does before it pays. */
  read(copyText: string): BookCharge {
    const reading = readBrCode(copyText.trim())
    if (!reading.isValid) throw new BankError('noCode', `this is no BR Code: its ${reading.problem} is wrong`)
    const { url } = reading.code
    const charge = this.#options.book.charges.find(({ location }) => location === url)
    if (!charge) throw new BankError('unknown', `there is nothing to pay at ${url ?? 'this key'}`)
    return charge
  }

  /** Pays what was charged. As in life, the app refuses a charge that is paid, removed or too old. */
  pay(which: Which): BookPayment {
    const charge = this.find(which)
    const state = stateOf(charge)
    if (state !== 'open') throw new BankError(state, `the charge is ${state}`)
    if (charge.expiresAt <= this.#options.clock.now()) throw new BankError('expired', 'the charge has expired')
    return this.#settle(charge, charge.amountCents)
  }

  /** Pays another amount, less or more. */
  payAmount(which: Which, amountCents: number): BookPayment {
    return this.#settle(this.find(which), amountCents)
  }

  /** Pays half of what was charged, or this much. */
  payLess(which: Which, amountCents?: number): BookPayment {
    const charge = this.find(which)
    return this.#settle(charge, amountCents ?? Math.ceil(charge.amountCents / 2))
  }

  /** Pays from two accounts at the same moment: both were asked before the first payment was known. */
  payTwice(which: Which): [BookPayment, BookPayment] {
    const charge = this.find(which)
    return [this.#settle(charge, charge.amountCents), this.#settle(charge, charge.amountCents)]
  }

  /** Pays after the charge has expired, or was removed: the bank was asked before, and took its time. */
  payLate(which: Which): BookPayment {
    const charge = this.find(which)
    const late = new Date(Math.max(this.#options.clock.now().getTime(), charge.expiresAt.getTime() + lateMs))
    return this.#settle(charge, charge.amountCents, late)
  }

  /** The receiver gives back all or a part, on the provider's own pages. */
  refund(paymentId: string, amountCents?: number): BookRefund {
    const { book, providers } = this.#options
    const found = book.payment(paymentId)
    if (!found) throw new BankError('unknown', `there is no payment ${paymentId}`)
    const { charge, payment } = found
    const amount = amountCents ?? refundableCents(payment)
    if (amount <= 0 || amount > refundableCents(payment))
      throw new BankError('amount', 'that much cannot be given back')
    return providers[charge.provider].giveBack(charge, payment, amount)
  }

  find(which: Which): BookCharge {
    if (typeof which !== 'string') return which
    const charge = this.#options.book.find(which) ?? this.read(which)
    return charge
  }

  #settle(charge: BookCharge, amountCents: number, paidAt = this.#options.clock.now()): BookPayment {
    if (!Number.isSafeInteger(amountCents) || amountCents < 1) throw new BankError('amount', 'an amount is needed')
    return this.#options.providers[charge.provider].settle(charge, amountCents, paidAt)
  }
}
