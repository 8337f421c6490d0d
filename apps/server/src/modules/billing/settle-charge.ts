import type { ChargeState, PixPayment } from '@guiche/pix'
import type { Ctx } from '#platform/context'
import { together } from '#platform/database/together'
import { notFound } from '#platform/errors'
import { lockCompany } from '#modules/companies'
import { type ChargeRow, findCharge, setChargeState } from './charges.repository.ts'
import { lockInvoice } from './invoices.repository.ts'
import { settleInvoice } from './pay-invoice.ts'
import { insertPayment, refundedOf } from './payments.repository.ts'
import { finishRefundRequest } from './refund-requests.repository.ts'

/**
 * Brings the ledger to what the provider says about a charge, and pays its invoice when that is enough. Doing it again
 * changes nothing. A payment counts for its invoice also after the charge has expired, and when a newer charge exists.
 */
export async function settleCharge(
  ctx: Ctx,
  { id, invoice_id: invoiceId }: Pick<ChargeRow, 'id' | 'invoice_id'>,
  state: ChargeState,
): Promise<void> {
  // Two reports at once: the second one waits, and then finds what the first one has added.
  const [, charge, invoice] = await together([lockCompany(ctx), findCharge(ctx, id), lockInvoice(ctx, invoiceId)])
  if (!charge || !invoice) throw notFound('ERR_NO_INVOICE_FOUND')

  let added = 0
  for (const payment of state.payments) added += await addToLedger(ctx, charge, payment)
  const status = statusOf(charge, state)
  if (status !== charge.status || charge.provider_id === null)
    await setChargeState(ctx, charge.id, { status, providerId: state.providerId })
  if (added > 0) await settleInvoice(ctx, invoice)
}

/** Returns how many rows were new. */
async function addToLedger(ctx: Ctx, charge: ChargeRow, payment: PixPayment): Promise<number> {
  const { provider, invoice_id: invoiceId, id: chargeId } = charge
  const received = await insertPayment(ctx, {
    invoiceId,
    chargeId,
    kind: 'payment',
    amountCents: payment.amountCents,
    provider,
    externalId: payment.id,
    paidAt: payment.paidAt,
  })
  const source = { provider, externalId: payment.id }
  const givenBack = payment.refundedCents - (payment.refundedCents > 0 ? await refundedOf(ctx, source) : 0)
  if (givenBack <= 0) return received === undefined ? 0 : 1
  const asked = await finishRefundRequest(ctx, source, payment.refundedCents)
  await insertPayment(ctx, {
    invoiceId,
    chargeId,
    kind: 'refund',
    amountCents: -givenBack,
    provider,
    externalId: `${payment.id}:${payment.refundedCents}`,
    ...(asked && { reason: asked.reason, by: asked.by }),
  })
  return received === undefined ? 1 : 2
}

/** What is paid stays paid, also when the money went back. */
function statusOf(charge: ChargeRow, { status, payments }: ChargeState): ChargeRow['status'] {
  if (charge.status === 'paid' || payments.length > 0) return 'paid'
  if (status === 'removed') return 'removed'
  return charge.status === 'making' ? 'open' : charge.status
}
