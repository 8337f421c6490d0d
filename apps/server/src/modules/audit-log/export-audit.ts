import { type AuditEntryView, type AuditExportHead, type AuditFilter, limits } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Actor, UserActor, UserCtx } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { findCompany, withinCompany } from '#modules/companies'
import { presentEntry } from './audit-log.presenter.ts'
import { listAudit } from './audit-log.repository.ts'

interface Caller {
  actor: UserActor
  run: <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>
}

const batch = 1000

/**
 * The entries that the caller chose, the newest first, read in batches while they are sent: a head, then a line of JSON for
 * each. The browser has the words for them. That they were exported is in the log too, and among them.
 */
export async function exportAudit(
  units: Units,
  { actor, run }: Caller,
  { companyId = actor.companyId, ...filter }: AuditFilter,
): Promise<AsyncIterable<Buffer>> {
  const reach = { actor, companyId, own: run, action: 'exportAudit' } as const
  const timezone = await withinCompany(units, reach, async (ctx) => {
    await audit(ctx, { action: 'audit.exported', object: 'audit', detail: filter })
    return (await findCompany(ctx))?.timezone ?? 'UTC'
  })
  const { isSuper: isOperator } = actor
  const reader: Actor = companyId === actor.companyId ? actor : { kind: 'system', companyId }
  return lines()

  async function* lines(): AsyncGenerator<Buffer> {
    yield linesOf([{ timezone }])
    let before: number | undefined
    for (let left = limits.auditExport; left > 0; left -= batch) {
      const page = { before, most: Math.min(batch, left), findsOperatorsByAddress: isOperator }
      const found = await units.read(reader, (ctx) => listAudit(ctx, filter, page))
      yield linesOf(found.map((row) => presentEntry(row, { isOperator })))
      before = found.at(-1)?.id
      if (found.length < batch) return
    }
  }
}

const linesOf = (values: readonly (AuditExportHead | AuditEntryView)[]): Buffer =>
  Buffer.from(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
