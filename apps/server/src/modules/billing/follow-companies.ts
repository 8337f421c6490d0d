import type { Deps } from '#platform/deps'
import { emitForInstallation, findCompany, lockCompany, tellOperators } from '#modules/companies'
import { openCharges } from './charges.repository.ts'
import { findOpenInvoiceId, lockInvoice } from './invoices.repository.ts'
import { makeInvoices } from './make-invoices.ts'
import { payIfCovered } from './pay-invoice.ts'
import { balanceOf } from './payments.repository.ts'

/** Invoices follow what the operator changes in a company; the operator's lists follow its payments. */
export function followCompanies(deps: Deps): void {
  const { followers, units } = deps
  followers.follow('companyList.changed', 'billing.invoices', (_operators, { companyId }) =>
    updateInvoices(deps, companyId),
  )
  followers.follow('invoice.paid', 'billing.tell-operators', (companyId) => tellOperators(units, companyId))
  followers.follow('billing.changed', 'billing.tell-ledger', (companyId) =>
    emitForInstallation(units, 'ledger.changed', { companyId }),
  )
}

async function updateInvoices(deps: Deps, companyId: number): Promise<void> {
  await makeInvoices(deps, companyId)
  await deps.units.run({ kind: 'system', companyId }, async (ctx) => {
    await lockCompany(ctx)
    const company = await findCompany(ctx)
    // It was erased.
    if (!company) return
    if (company.closed_at) {
      for (const chargeId of await openCharges(ctx)) await ctx.enqueue('billing.cancel-charge', { chargeId })
      return
    }
    // What came while the company was closed.
    const id = await findOpenInvoiceId(ctx)
    const invoice = id && (await lockInvoice(ctx, id))
    if (invoice && (await payIfCovered(ctx, invoice, await balanceOf(ctx, invoice.id))) === 'paid')
      ctx.emit('billing.changed', { companyId })
  })
}
