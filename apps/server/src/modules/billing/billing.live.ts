import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { findCompany, presentCompany } from '#modules/companies'

/** Every open window of the company works again, also those of users who may not pay. */
export function billingLive({ units, publisher }: Deps): void {
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
}
