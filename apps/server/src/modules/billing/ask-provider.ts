import type { ChargeState, PixGateway } from '@guiche/pix'
import type { Deps } from '#platform/deps'
import { type ChargeRow, findCharge, setChargeState, takeChargesToAsk } from './charges.repository.ts'
import type { Gateways } from '#modules/payment-providers'
import { settleCharge } from './settle-charge.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Reads a charge at its provider and brings the ledger to that state. */
    'billing.settle': { companyId: number; chargeId: number }
    /** Cancels a charge that another one has replaced, so that nobody pays it. */
    'billing.cancel-charge': { companyId: number; chargeId: number }
  }
}

interface Reach {
  deps: Deps
  gateways: Gateways
}
interface Which {
  companyId: number
  chargeId: number
}

export async function askAboutCharge(reach: Reach, { companyId, chargeId }: Which): Promise<void> {
  const charge = await reach.deps.units.read({ kind: 'system', companyId }, (ctx) => findCharge(ctx, chargeId))
  if (charge) await settleByProvider(reach, companyId, charge)
}

/**
 * The provider is asked outside of any transaction (R38). A charge that is not known there was never made, because the
 * process ended before; or it is being made at this moment, and this throws, so that it is tried again.
 */
export async function settleByProvider({ deps, gateways }: Reach, companyId: number, charge: ChargeRow): Promise<void> {
  const actor = { kind: 'system', companyId } as const
  const state = await stateOf(await gateways.of(charge.provider), charge)
  if (state) return deps.units.run(actor, (ctx) => settleCharge(ctx, charge, state))
  if (charge.is_being_made) throw new Error(`charge ${charge.id} is being made`)
  await deps.units.run(actor, (ctx) => setChargeState(ctx, charge.id, { status: 'removed', providerId: charge.txid }))
}

const stateOf = (gateway: PixGateway, { provider_id: providerId, txid }: ChargeRow): Promise<ChargeState | undefined> =>
  providerId === null ? gateway.findCharge(txid) : gateway.readCharge(providerId)

/** It may have been paid a moment earlier; then it counts. */
export async function cancelCharge({ deps, gateways }: Reach, { companyId, chargeId }: Which): Promise<void> {
  const actor = { kind: 'system', companyId } as const
  const charge = await deps.units.read(actor, (ctx) => findCharge(ctx, chargeId))
  if (!charge || charge.status !== 'open') return
  const gateway = await gateways.of(charge.provider)
  const state = await gateway.cancelCharge(charge.provider_id ?? charge.txid)
  await deps.units.run(actor, (ctx) => settleCharge(ctx, charge, state))
}

const batch = 500

/** For webhooks that never came (R37). */
export async function askAboutOpenCharges({ units, jobs }: Deps): Promise<void> {
  let taken: Which[]
  do {
    taken = await units.operator.transaction().execute(async (db) => {
      const due = await takeChargesToAsk(db, batch)
      await jobs.enqueueAll(db, 'billing.settle', due)
      return due
    })
    if (taken.length > 0) jobs.wake('billing.settle')
  } while (taken.length === batch)
}
