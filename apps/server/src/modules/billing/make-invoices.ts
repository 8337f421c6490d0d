import type { Deps } from '#platform/deps'
import { insertDueInvoices, moveOpenInvoices } from './invoices.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Tells the windows of a company, and of operators, that its invoices have changed. */
    'billing.show': { companyId: number }
  }
}

/** Makes the invoices that are due soon, and moves the open ones: of all companies, or of one. */
export async function makeInvoices({ units, jobs }: Pick<Deps, 'units' | 'jobs'>, companyId?: number): Promise<void> {
  await units.operator.transaction().execute(async (db) => {
    const moved = await moveOpenInvoices(db, companyId)
    const made = await insertDueInvoices(db, companyId)
    const changed = [...new Set([...moved, ...made])]
    await jobs.enqueueAll(
      db,
      'billing.show',
      changed.map((id) => ({ companyId: id })),
    )
  })
  jobs.wake('billing.show')
}

export const showInvoices = ({ units }: Pick<Deps, 'units'>, companyId: number): Promise<void> =>
  units.run({ kind: 'system', companyId }, async (ctx) => ctx.emit('billing.changed', { companyId }))
