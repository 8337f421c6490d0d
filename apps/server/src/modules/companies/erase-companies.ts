import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { isoTime } from '#platform/iso-time'
import { tellOperators } from './companies.live.ts'
import {
  type CompanyToErase,
  eraseRows,
  listCompaniesToErase,
  platformCompany,
  removeCompany,
} from './companies.repository.ts'

type EraseDeps = Pick<Deps, 'units' | 'storage' | 'log'>

/** Rows in one transaction. */
const portion = 1000
/** In ms. The next run of the timer goes on. */
const longest = 10 * 60_000

/**
 * Erases companies that were closed 30 days ago, with everything that belongs to them. A company that cannot be erased
 * is tried again in the next run and does not keep the others.
 */
export async function eraseCompanies(deps: EraseDeps): Promise<void> {
  const until = Date.now() + longest
  for (const company of await listCompaniesToErase(deps.units.operator)) {
    try {
      await eraseCompany(deps, company, until)
    } catch (err) {
      deps.log.error({ event: 'company.erase-failed', err, companyId: company.id }, 'could not erase a closed company')
    }
  }
}

async function eraseCompany(
  { units, storage, log }: EraseDeps,
  { id, name, closed_at: closedAt }: CompanyToErase,
  until: number,
): Promise<void> {
  const { operator } = units
  let count = 0
  let erased: number
  do {
    if (Date.now() > until) return
    erased = await eraseRows(operator, id, portion)
    count += erased
  } while (erased > 0)
  // Before the company's own row: after an interruption the next run finds the company again.
  await storage.removeCompany(id)
  await operator.transaction().execute(async (db) => {
    await removeCompany(db, id)
    const actor = { kind: 'system', companyId: platformCompany } as const
    await audit(
      { db, companyId: platformCompany, actor },
      { action: 'company.erased', object: 'company', objectId: id, detail: { name, closedAt: isoTime(closedAt) } },
    )
  })
  await tellOperators(units, id)
  log.info({ event: 'company.erased', companyId: id, count }, 'erased a company that was closed 30 days ago')
}
