import type { Units } from '#platform/database/unit-of-work'
import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { presentCompany, presentListedCompany, presentPlan, presentSubscription } from './companies.presenter.ts'
import { findCompany, findListedCompanies, platformCompany } from './companies.repository.ts'
import { findPlans } from './plans.repository.ts'

export function companiesLive({ units, publisher }: Deps): void {
  publisher.present(['company.saved'], (companyId, facts) =>
    units.read({ kind: 'system', companyId }, async (ctx) => {
      const row = await findCompany(ctx)
      if (!row) return []
      const { id, name, schedules, timezone, language, updatedAt } = presentCompany(row)
      return facts.map(({ number: seq }) => ({
        companyId,
        event: 'company' as const,
        // Also those of a blocked company: it may just have come back.
        rooms: [rooms.company(companyId), rooms.expired(companyId)],
        masked: 'same' as const,
        payload: {
          action: 'update' as const,
          company: { id, name, schedules, timezone, language, updatedAt, subscription: presentSubscription(row) },
          seq,
        },
      }))
    }),
  )

  publisher.present(['companyList.changed', 'companyList.paid'], async (operatorsId, facts) => {
    const ids = facts.map((fact) => fact.ids.companyId)
    const found = new Map((await findListedCompanies(units.operator, ids)).map((row) => [row.id, row]))
    return facts.map(({ number: seq, ids: { companyId } }) => {
      const row = found.get(companyId)
      return {
        companyId: operatorsId,
        event: 'listedCompany' as const,
        rooms: [rooms.operators(operatorsId)],
        masked: 'same' as const,
        payload: row
          ? { action: 'update' as const, company: presentListedCompany(row), seq }
          : { action: 'delete' as const, companyId, seq },
      }
    })
  })

  publisher.present(['planList.changed'], async (operatorsId, facts) => {
    const ids = facts.map((fact) => fact.ids.planId)
    const found = new Map((await findPlans(units.operator, ids)).map((row) => [row.id, row]))
    return facts.map(({ number: seq, ids: { planId } }) => {
      const row = found.get(planId)
      return {
        companyId: operatorsId,
        event: 'plan' as const,
        rooms: [rooms.operators(operatorsId)],
        masked: 'same' as const,
        payload: row
          ? { action: 'update' as const, plan: presentPlan(row), seq }
          : { action: 'delete' as const, planId, seq },
      }
    })
  })
}

/** Operators see the change in their lists. It is a fact of their own company, so its unit of work is a second one. */
export async function tellOperators({ run }: Pick<Units, 'run'>, companyId: number): Promise<void> {
  await run({ kind: 'system', companyId: platformCompany }, async (ctx) =>
    ctx.emit('companyList.changed', { companyId }),
  )
}

/** The same for companies that have paid. */
export async function tellOperatorsOfPaid({ run }: Pick<Units, 'run'>, companyIds: readonly number[]): Promise<void> {
  await run({ kind: 'system', companyId: platformCompany }, async (ctx) => {
    for (const companyId of companyIds) ctx.emit('companyList.paid', { companyId })
  })
}
