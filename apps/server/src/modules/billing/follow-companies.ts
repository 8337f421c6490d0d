import type { Deps } from '#platform/deps'
import { findCompany, lockCompany, tellOperatorsOfPaid } from '#modules/companies'
import { openCharges } from './charges.repository.ts'
import { findOpenInvoiceId, insertDueInvoices, lockInvoice, moveOpenInvoices } from './invoices.repository.ts'
import { payIfCovered } from './pay-invoice.ts'
import { balanceOf } from './payments.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Brings the open invoices of a company to its due date and plan. */
    'billing.update-invoices': { companyId: number }
  }
}

const rules = { retryLimit: 12, retryDelay: 1, retryDelayMax: 300, expireInSeconds: 60 }

/** Invoices follow what the operator changes in a company; its row in the operator's list follows its payments. */
export function followCompanies(deps: Deps): void {
  const { followers, jobs } = deps
  followers.follow('companyList.changed', 'billing.invoices', (_operators, { companyId }) =>
    updateInvoices(deps, companyId),
  )
  jobs.define('billing.update-invoices', rules, ({ companyId }) => updateInvoices(deps, companyId))
  showPayments(deps)
}

/** Many payments at once are one unit of work of the operator's company. */
function showPayments({ publisher, units, log }: Deps): void {
  const waiting = new Set<number>()
  let isTelling = false
  publisher.listen('invoice.paid', (companyId) => {
    waiting.add(companyId)
    if (!isTelling) void tellAll()
  })

  async function tellAll() {
    isTelling = true
    while (waiting.size > 0) {
      const paid = [...waiting]
      waiting.clear()
      await tellOperatorsOfPaid(units, paid).catch((err: unknown) =>
        log.warn({ event: 'billing.payments-not-shown', err }, 'could not show payments in the list of companies'),
      )
    }
    isTelling = false
  }
}

async function updateInvoices({ units }: Deps, companyId: number): Promise<void> {
  await moveOpenInvoices(units.operator, companyId)
  await insertDueInvoices(units.operator, companyId)
  await units.run({ kind: 'system', companyId }, async (ctx) => {
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
    if (invoice) await payIfCovered(ctx, invoice, await balanceOf(ctx, invoice.id))
  })
}
