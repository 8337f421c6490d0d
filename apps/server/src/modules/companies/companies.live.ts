import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { presentCompany } from './companies.presenter.ts'
import { findCompany } from './companies.repository.ts'

export function companiesLive({ units, publisher }: Deps): void {
  publisher.present(['company.saved'], (companyId, facts) =>
    units.read({ kind: 'system', companyId }, async (ctx) => {
      const row = await findCompany(ctx)
      if (!row) return []
      const { id, name, schedules, timezone, language, updatedAt } = presentCompany(row)
      return facts.map(({ number: seq }) => ({
        companyId,
        event: 'company' as const,
        rooms: [rooms.company(companyId)],
        masked: 'same' as const,
        payload: {
          action: 'update' as const,
          company: { id, name, schedules, timezone, language, updatedAt },
          seq,
        },
      }))
    }),
  )
}
