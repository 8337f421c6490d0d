import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { findCompany, presentCompany } from '#modules/companies'

export function billingLive({ units, publisher }: Deps): void {
  // Every open window of the company works again, also those of users who may not pay.
  publisher.present(['invoice.paid'], (companyId, facts) =>
    units.read({ kind: 'system', companyId }, async (ctx) => {
      const row = await findCompany(ctx)
      if (!row) return []
      const { id, name, dueDate, status } = presentCompany(row)
      return facts.map(({ number: seq }) => ({
        companyId,
        event: 'payment' as const,
        rooms: [rooms.company(companyId), rooms.expired(companyId)],
        masked: 'same' as const,
        payload: { action: 'CONCLUIDA' as const, company: { id, name, dueDate, status }, seq },
      }))
    }),
  )

  // Who looks at invoices fetches them, so no amount is sent to a window that may not show it.
  publisher.present(['billing.changed'], async (companyId, facts) =>
    facts.map(({ number: seq }) => ({
      companyId,
      event: 'invoice' as const,
      rooms: [rooms.admins(companyId), rooms.expired(companyId)],
      masked: 'same' as const,
      payload: { action: 'update' as const, seq },
    })),
  )

  publisher.present(['ledger.changed'], async (operatorsId, facts) =>
    facts.map(({ number: seq, ids: { companyId } }) => ({
      companyId: operatorsId,
      event: 'ledger' as const,
      rooms: [rooms.operators(operatorsId)],
      masked: 'same' as const,
      payload: { action: 'update' as const, companyId, seq },
    })),
  )
}
