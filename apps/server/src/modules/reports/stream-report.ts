import type { ReportRow } from '@guiche/contract'
import type { UserActor, UserCtx } from '#platform/context'
import type { Units } from '#platform/database/unit-of-work'
import type { PresentRow } from './report.presenter.ts'
import { type Counted, type ReportRecord, type Wanted, nextRows, readPage } from './report.repository.ts'

const batch = 1000

interface Streamed {
  filter: Wanted
  page: number
  pageSize: number
  counted: Counted
  present: PresentRow
}

/**
 * A page of any size as JSON, read in batches while it is sent. Each batch is a unit of work of its own, so that others
 * are served between them.
 */
export async function* streamReport(
  units: Pick<Units, 'read'>,
  actor: UserActor,
  { filter, page, pageSize, counted, present }: Streamed,
): AsyncGenerator<string> {
  yield '{"tickets":['
  let isFirst = true
  for await (const rows of batches(units, actor, { filter, page, pageSize })) {
    yield `${isFirst ? '' : ','}${rows.map((row) => JSON.stringify(present(row) satisfies ReportRow)).join(',')}`
    isFirst = false
  }
  yield `],"totalTickets":{"total":"${counted.seen}"},"hidden":${counted.all - counted.seen}}`
}

async function* batches(
  units: Pick<Units, 'read'>,
  actor: UserActor,
  { filter, page, pageSize }: Pick<Streamed, 'filter' | 'page' | 'pageSize'>,
): AsyncGenerator<ReportRecord[]> {
  let after: ReportRecord | undefined
  for (let left = pageSize; left > 0; left -= batch) {
    const most = Math.min(batch, left)
    const from = after
    const offset = (page - 1) * pageSize
    const readNext = (ctx: UserCtx) =>
      from || offset === 0
        ? nextRows(ctx, filter, { after: from, most })
        : readPage(ctx, filter, { offset, most, days: undefined })
    const rows = await units.read(actor, readNext)
    if (rows.length > 0) yield rows
    after = rows.at(-1)
    if (rows.length < most) return
  }
}
