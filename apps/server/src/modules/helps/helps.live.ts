import type { HelpEvent } from '@guiche/contract'
import type { NumberedFact } from '#platform/facts'
import type { Units } from '#platform/database/unit-of-work'
import type { Deps } from '#platform/deps'
import { rooms } from '#platform/live/rooms'
import { tellCompanies } from '#modules/companies'
import { presentHelp } from './helps.presenter.ts'
import { findHelp } from './helps.repository.ts'

type Kinds = 'help.saved' | 'help.deleted'

export function helpsLive(deps: Deps): void {
  tellCompanies<Kinds>(deps, ['help.saved', 'help.deleted'], async (fact, companyIds) => {
    const payload = await eventOf(deps.units, fact)
    if (!payload) return []
    return companyIds.map((companyId) => ({
      companyId,
      event: 'help' as const,
      rooms: [rooms.company(companyId)],
      masked: 'same' as const,
      payload,
    }))
  })
}

async function eventOf({ operator }: Units, { ids }: NumberedFact<Kinds>): Promise<HelpEvent | undefined> {
  if (!('isNew' in ids)) return { action: 'delete', id: ids.helpId }
  const row = await findHelp(operator, ids.helpId)
  // It was deleted meanwhile, which has a fact of its own.
  return row && { action: ids.isNew ? 'create' : 'update', record: presentHelp(row) }
}
