import type { Book, BookCharge, BookPayment, BookRefund } from './book/book.ts'
import type { Clock } from './clock.ts'
import type { Problems } from './problems.ts'
import type { Webhooks } from './webhooks/webhooks.ts'

/** What both providers share. */
export interface World {
  book: Book
  clock: Clock
  webhooks: Webhooks
  problems: Problems
}

/** What the payer's bank and the receiver's own screens at the provider can do. */
export interface ProviderSide {
  /** Money has come in for a charge. */
  settle(charge: BookCharge, amountCents: number, paidAt: Date): BookPayment
  /** The receiver gives money back without the API. */
  giveBack(charge: BookCharge, payment: BookPayment, amountCents: number): BookRefund
}
