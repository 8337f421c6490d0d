import type { ChargeRequest } from './gateway.ts'
import { invalid } from './http/failures.ts'
import type { Provider } from './pix-error.ts'

/** The most that an amount of Pix can be: ten digits before the comma. */
const mostCents = 999_999_999_999

/** Throws for what the provider would refuse anyway, so that nothing is sent for it. */
export function checkCharge(provider: Provider, request: ChargeRequest): void {
  const { txid, amountCents, expiresInSeconds, description, payer } = request
  const refuse = (field: string) => invalid(provider, `a charge cannot be made with this ${field}`)
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) throw refuse('txid')
  if (!isAmount(amountCents)) throw refuse('amountCents')
  if (!Number.isInteger(expiresInSeconds) || expiresInSeconds < 1) throw refuse('expiresInSeconds')
  if (description === '' || description.length > 140) throw refuse('description')
  if (!payer) return
  if (!/^(\d{11}|[0-9A-Z]{14})$/.test(payer.document)) throw refuse('document')
  if (payer.name === '' || payer.name.length > 200) throw refuse('name')
}

export function checkRefund(provider: Provider, amountCents: number, refundId: string): void {
  if (!isAmount(amountCents)) throw invalid(provider, 'nothing can be refunded with this amountCents')
  if (!/^[a-zA-Z0-9]{1,35}$/.test(refundId)) throw invalid(provider, 'nothing can be refunded with this refundId')
}

function isAmount(cents: number): boolean {
  return Number.isSafeInteger(cents) && cents >= 1 && cents <= mostCents
}
