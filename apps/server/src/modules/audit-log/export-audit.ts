import { type AuditEntryView, type AuditFilter, limits } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Actor, UserActor, UserCtx } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import { csvOf } from '#platform/sheets/write-csv'
import { companyTexts, findCompany, withinCompany } from '#modules/companies'
import { presentEntry } from './audit-log.presenter.ts'
import { listAudit } from './audit-log.repository.ts'

interface Caller {
  actor: UserActor
  run: <T>(work: (ctx: UserCtx) => Promise<T>) => Promise<T>
}

const batch = 1000

/**
 * A table of the entries that the caller chose, the newest first, read in batches while it is sent. That it was made is in
 * the log too, and in the table.
 */
export async function exportAudit(
  units: Units,
  { actor, run }: Caller,
  { companyId = actor.companyId, ...filter }: AuditFilter,
): Promise<AsyncIterable<Buffer>> {
  const reach = { actor, companyId, own: run, action: 'exportAudit' } as const
  const { texts, timezone } = await withinCompany(units, reach, async (ctx) => {
    await audit(ctx, { action: 'audit.exported', object: 'audit', detail: filter })
    const company = await findCompany(ctx)
    return { texts: (await companyTexts(ctx)).auditSheet, timezone: company?.timezone ?? 'UTC' }
  })
  const { isSuper: isOperator } = actor
  const reader: Actor = companyId === actor.companyId ? actor : { kind: 'system', companyId }
  const timeOf = timesIn(timezone)
  const titles = [
    `${texts.at} (${timezone})`,
    texts.actor,
    texts.actorKind,
    texts.address,
    texts.action,
    texts.object,
    texts.objectId,
    texts.objectName,
    texts.before,
    texts.after,
    texts.detail,
  ]
  return csvOf(titles, rows())

  async function* rows(): AsyncGenerator<string[][]> {
    let before: number | undefined
    for (let left = limits.auditExport; left > 0; left -= batch) {
      const page = { before, most: Math.min(batch, left), findsOperatorsByAddress: isOperator }
      const found = await units.read(reader, (ctx) => listAudit(ctx, filter, page))
      yield found.map((row) => cellsOf(presentEntry(row, { isOperator }), timeOf))
      before = found.at(-1)?.id
      if (found.length < batch) return
    }
    yield [[texts.cut(limits.auditExport)]]
  }
}

function cellsOf(entry: AuditEntryView, timeOf: (time: string) => string): string[] {
  const { actor, address, action, object, objectId, objectName } = entry
  const { before, after, ...detail } = entry.detail
  return [
    timeOf(entry.at),
    actor.name ?? '',
    actor.kind,
    address ?? '',
    action,
    object,
    objectId,
    objectName ?? '',
    told(before),
    told(after),
    told(detail),
  ]
}

/** A line for each field. */
function told(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object' || Array.isArray(value))
    return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([field, one]) => `${field}: ${typeof one === 'string' ? one : JSON.stringify(one)}`)
    .join('\n')
}

/** YYYY-MM-DD HH:MM:SS, which sorts as text. */
function timesIn(timeZone: string): (time: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => format.format(new Date(time))
}
