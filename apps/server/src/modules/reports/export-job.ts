import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReportFilter } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { AppError, noPermission } from '#platform/errors'
import { csvOf } from '#platform/sheets/write-csv'
import { workbookOf } from '#platform/sheets/write-workbook'
import { companyTexts, findCompany } from '#modules/companies'
import { insertMade } from '#modules/media'
import { findPerson } from '#modules/sessions'
import {
  type ExportRecord,
  beginExport,
  endExport,
  failAbandoned,
  failExport,
  findExport,
  noteProgress,
  removeOldExports,
} from './exports.repository.ts'
import { conversationSheet, messageSheet, type Sheet, waitSheet } from './export-rows.ts'
import { daysOfReport } from './count-report-days.ts'
import { countRows } from './report.repository.ts'

declare module '#platform/work/jobs' {
  interface Jobs {
    /** Makes the file of a report. */
    'reports.export': { companyId: number; exportId: number }
  }
}

type ExportDeps = Pick<Deps, 'jobs' | 'units' | 'storage' | 'log'>

export function defineExport(deps: ExportDeps): void {
  const { jobs, units } = deps
  jobs.define(
    'reports.export',
    { retryLimit: 3, retryDelay: 5, retryDelayMax: 60, expireInSeconds: 3600, atOnce: 2 },
    async ({ companyId, exportId }, { isLast }) => {
      try {
        await makeExport(deps, companyId, exportId)
      } catch (error) {
        if (error instanceof Removed) return
        // Another try would end in the same way.
        const isRefused = error instanceof AppError && error.status < 500
        if (isRefused || isLast)
          await units.run({ kind: 'system', companyId }, (ctx) =>
            failExport(ctx, exportId, isRefused ? error.code : 'ERR_REPORT_FAILED'),
          )
        if (!isRefused) throw error
      }
    },
  )
  jobs.defineTimer('reports.old-exports', '11 * * * *', async () => {
    await failAbandoned(units.operator)
    await removeOldExports(units.operator)
  })
}

/** The person has removed the export, or another process makes it. */
class Removed extends Error {}

/** In ms. How often the progress is stored. */
const progressPause = 500

/** From the beginning: a file that a killed process has begun is swept away. */
async function makeExport({ units, storage }: ExportDeps, companyId: number, id: number): Promise<void> {
  const system = { kind: 'system', companyId } as const
  const made = await units.run(system, async (ctx) => {
    const begun = await beginExport(ctx, id)
    const found = begun && (await findExport(ctx, id))
    return (
      found && { record: found, tries: begun.tries, texts: await companyTexts(ctx), company: await findCompany(ctx) }
    )
  })
  if (!made) throw new Removed()
  const { record, tries, texts, company } = made
  const actor = await personOf({ units }, companyId, record)
  const filter = ReportFilter.parse(record.filter)
  const { seen: total } = await units.read(actor, async (ctx) =>
    countRows(ctx, filter, await daysOfReport(ctx, filter)),
  )
  let toldAt = 0
  let inFile = 0

  const source = {
    units,
    actor,
    filter,
    texts,
    timezone: company?.timezone ?? 'UTC',
    onProgress: async (done: number) => {
      inFile = done
      if (Date.now() - toldAt < progressPause) return
      toldAt = Date.now()
      const progress = { tries, total: Math.max(total, done), done }
      if (!(await units.run(system, (ctx) => noteProgress(ctx, id, progress)))) throw new Removed()
    },
  }
  const sheet = sheets[record.row_kind](source)
  const path = await storage.temporary()
  try {
    await pipeline(Readable.from(bytesOf(record, sheet)), createWriteStream(path, { mode: 0o600 }))
    const { size } = await stat(path)
    const storageKey = await storage.keep(companyId, path, record.format)
    const isKept = await units.run(system, async (ctx) => {
      const name = `${texts.reportSheet.names[record.row_kind]}.${record.format}`
      const fileId = await insertMade(ctx, { storageKey, name, mime: types[record.format], bytes: size })
      // Conversations may have come and gone since they were counted.
      return endExport(ctx, id, { tries, total: inFile, fileId })
    })
    if (!isKept) throw new Removed()
  } finally {
    await storage.discard(path)
  }
}

const sheets = { conversations: conversationSheet, waits: waitSheet, messages: messageSheet } as const

const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const

/** In both files no program takes a cell for a formula (S49). */
const bytesOf = ({ format }: ExportRecord, { columns, rows }: Sheet): AsyncIterable<Buffer> =>
  format === 'xlsx'
    ? workbookOf(columns, rows)
    : csvOf(
        columns.map(({ title }) => title),
        rows,
      )

/** With the rights that they have now. */
async function personOf(
  { units }: Pick<Deps, 'units'>,
  companyId: number,
  { user_id: userId }: ExportRecord,
): Promise<UserActor> {
  const person = await findPerson(units, { companyId, userId })
  if (!person?.seesDashboard || person.subscriptionExpired) throw noPermission()
  return person
}
