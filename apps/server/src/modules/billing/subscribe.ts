import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Api, type Parsed, isDocument, plainDocument } from '@guiche/contract'
import type { Payer, PixGateway } from '@guiche/pix'
import { audit } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import { AppError, notFound } from '#platform/errors'
import { findCompany, lockCompany } from '#modules/companies'
import {
  type ChargeRow,
  cancelCharges,
  claimMaking,
  findCharge,
  findUsableCharge,
  insertCharge,
  openCharge,
  releaseMaking,
} from './charges.repository.ts'
import { type Gateways, refusalFor } from '#modules/payment-providers'
import { changeOffer, findInvoice, lockInvoice } from './invoices.repository.ts'
import { assertLargeEnough, chooseOffer } from './offers.ts'
import { settleInvoice } from './pay-invoice.ts'
import { balanceOf } from './payments.repository.ts'

type Subscription = Parsed<Api['subscribe']>['body']

interface Run {
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
export async function subscribe(wiring: Run, body: Subscription): Promise<ChargeRow> {
  await wiring.run((ctx) => getInvoice(ctx, body.invoiceId))
  const { provider, gateway } = await wiring.gateways.current()
  const prepared = await wiring.run((ctx) => prepare(ctx, provider, body))
  if (!prepared) throw new AppError('ERR_INVOICE_PAID', 400)
  const { charge, isMine, request } = prepared
  if (charge.status !== 'making') return charge
  if (!isMine) return waitForCharge(wiring, charge.id)
  return makeCharge(wiring, gateway, charge, request)
}

async function getInvoice(ctx: Ctx, id: number): Promise<void> {
  if (!(await findInvoice(ctx, id))) throw notFound('ERR_NO_INVOICE_FOUND')
}

/**
 * Two clicks at once get the same charge: the second one waits for the first one here. Undefined: what came already, too
 * little until now, is enough for the offer, so nothing is left to pay.
 */
async function prepare(ctx: UserCtx, provider: 'efi' | 'asaas', body: Subscription) {
  await lockCompany(ctx)
  const invoice = await lockInvoice(ctx, body.invoiceId)
  if (!invoice) throw notFound('ERR_NO_INVOICE_FOUND')
  if (invoice.status === 'paid') throw new AppError('ERR_INVOICE_PAID', 400)

  const offer = await chooseOffer(ctx, invoice, body)
  await assertLargeEnough(ctx, offer)
  if (offer !== invoice) {
    await changeOffer(ctx, invoice.id, offer)
    await audit(ctx, {
      action: 'invoice.planChosen',
      object: 'invoice',
      objectId: invoice.id,
      detail: { before: { plan: invoice.detail }, after: { plan: offer.detail } },
    })
    ctx.emit('billing.changed', { companyId: ctx.companyId })
  }
  if ((await balanceOf(ctx, invoice.id)).paid >= offer.amount_cents) {
    await settleInvoice(ctx, { ...invoice, ...offer })
    return undefined
  }
  const amountCents = offer.amount_cents
  const request = {
    description: `Fatura ${invoice.id}: ${offer.detail}`.slice(0, 140),
    payer: await payerOf(ctx, body),
  }
  const known = await findUsableCharge(ctx, { invoiceId: invoice.id, provider, amountCents })
  if (known) return { request, charge: known, isMine: await claimMaking(ctx, known.id) }
  const made = { invoice_id: invoice.id, provider, txid: newTxid(), amount_cents: amountCents }
  return { request, charge: await insertCharge(ctx, made), isMine: true }
}

async function makeCharge(
  { run, report }: Run,
  gateway: PixGateway,
  charge: ChargeRow,
  { description, payer }: { description: string; payer: Payer | undefined },
): Promise<ChargeRow> {
  const { txid, amount_cents: amountCents } = charge
  const request = { txid, amountCents, expiresInSeconds: validFor, description, ...(payer && { payer }) }
  const made = await gateway.createCharge(request).catch(async (error: unknown) => {
    report(error)
    await run((ctx) => releaseMaking(ctx, charge.id))
    throw refusalFor(error)
  })
  return run(async (ctx) => {
    await openCharge(ctx, charge.id, made)
    await cancelCharges(ctx, charge.invoice_id, { exceptId: charge.id })
    return getCharge(ctx, charge.id)
  })
}

/** In ms. */
const longestWait = 20_000
const pause = 200

/** Somebody else of the company asks the provider for the same charge at this moment. */
async function waitForCharge({ run }: Run, id: number): Promise<ChargeRow> {
  for (let waited = 0; waited < longestWait; waited += pause) {
    await setTimeout(pause)
    const charge = await run((ctx) => getCharge(ctx, id))
    if (charge.status !== 'making') return charge
  }
  throw new AppError('ERR_PAYMENT_UNAVAILABLE', 503)
}

async function getCharge(ctx: Ctx, id: number): Promise<ChargeRow> {
  const charge = await findCharge(ctx, id)
  if (!charge) throw notFound('ERR_NO_INVOICE_FOUND')
  return charge
}

/** 32 letters and digits. */
const newTxid = () => randomBytes(16).toString('hex')

/** Who pays, by the form; else the company. Some providers make no charge without it. */
async function payerOf(ctx: Ctx, { zipcode, firstName, lastName }: Subscription): Promise<Payer | undefined> {
  const company = await findCompany(ctx)
  const document = zipcode || plainDocument(company?.document ?? '')
  if (!isDocument(document)) return undefined
  const name = `${firstName} ${lastName}`.trim() || company?.name || document
  return { document, name: name.slice(0, 200) }
}
