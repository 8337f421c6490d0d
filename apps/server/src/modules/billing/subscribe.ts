import { randomBytes } from 'node:crypto'
import type { Api, Parsed } from '@guiche/contract'
import type { PixGateway } from '@guiche/pix'
import { audit } from '#platform/audit'
import type { UserCtx } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { AppError, notFound } from '#platform/errors'
import { lockCompany } from '#modules/companies'
import {
  type ChargeRow,
  findCharge,
  findUsableCharge,
  insertCharge,
  openCharge,
  otherOpenCharges,
} from './charges.repository.ts'
import { refusalFor } from './gateway-errors.ts'
import type { Gateways } from './gateways.ts'
import { changeOffer, lockInvoice } from './invoices.repository.ts'
import { assertLargeEnough, chooseOffer } from './offers.ts'

type Subscription = Parsed<Api['subscribe']>['body']

interface Run {
  units: Units
  gateways: Gateways
  /** Opens a unit of work of the caller. */
  run: <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>
  /** Reports what the provider refused to the operator. */
  report: (error: unknown) => void
}

/** In seconds. How long a code can be paid. */
const validFor = 3600

/**
 * Prices the open invoice and makes the charge that pays it. The charge is stored before the provider is asked, and the
 * provider is asked outside of any transaction: whatever is lost on the way, the same txid never makes a second charge.
 */
export async function subscribe({ units, gateways, run, report }: Run, body: Subscription): Promise<ChargeRow> {
  const { provider, gateway } = await gateways.current()
  const { charge, description } = await run((ctx) => prepare(ctx, units, provider, body))
  if (charge.status !== 'making') return charge

  const made = await create(gateway, charge, description, payerOf(body)).catch((error: unknown) => {
    report(error)
    throw refusalFor(error)
  })
  return run(async (ctx) => {
    await openCharge(ctx, charge.id, made)
    for (const chargeId of await otherOpenCharges(ctx, charge.invoice_id, charge.id))
      await ctx.enqueue('billing.cancel-charge', { chargeId })
    const opened = await findCharge(ctx, charge.id)
    if (!opened) throw notFound('ERR_NO_INVOICE_FOUND')
    return opened
  })
}

/** Two clicks at once get the same charge: the second one waits for the first one here. */
async function prepare(ctx: UserCtx, units: Units, provider: 'efi' | 'asaas', body: Subscription) {
  await lockCompany(ctx)
  const invoice = await lockInvoice(ctx, body.invoiceId)
  if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND')
  if (invoice.status === 'paid') throw new AppError('ERR_INVOICE_PAID', 400)

  const offer = await chooseOffer(ctx, units.operator, invoice, body)
  await assertLargeEnough(ctx, offer)
  if (offer !== invoice) {
    await changeOffer(ctx, invoice.id, offer)
    await audit(ctx, {
      action: 'invoice.planChosen',
      object: 'invoice',
      objectId: invoice.id,
      detail: { before: { plan: invoice.detail }, after: { plan: offer.detail } },
    })
  }
  const amountCents = offer.amount_cents
  const known = await findUsableCharge(ctx, { invoiceId: invoice.id, provider, amountCents })
  return {
    description: `Fatura ${invoice.id}: ${offer.detail}`.slice(0, 140),
    charge:
      known ??
      (await insertCharge(ctx, { invoice_id: invoice.id, provider, txid: newTxid(), amount_cents: amountCents })),
  }
}

/** 32 letters and digits. */
const newTxid = () => randomBytes(16).toString('hex')

const create = (
  gateway: PixGateway,
  charge: ChargeRow,
  description: string,
  payer: { document: string; name: string } | undefined,
) =>
  gateway.createCharge({
    txid: charge.txid,
    amountCents: charge.amount_cents,
    expiresInSeconds: validFor,
    description,
    ...(payer && { payer }),
  })

function payerOf({ zipcode: document, firstName, lastName }: Subscription) {
  return document ? { document, name: `${firstName} ${lastName}`.trim().slice(0, 200) || document } : undefined
}
