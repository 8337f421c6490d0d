import { cleanLine, limits } from '@guiche/contract'
import type { UserActor, UserCtx } from '#platform/context'
import { AppError, badRequest } from '#platform/errors'
import type { Deps } from '#platform/deps'
import type { UploadedFile } from '#platform/http/uploads'
import { readSheet } from '#platform/sheets/read-sheet'
import { createFairSemaphore } from '#platform/work/fair-semaphore'
import { countUpload } from '#modules/media'
import { hasTitles, headOf } from './sheet-head.ts'
import { countSheets, insertRows, insertSheet, removeOldest, removeSheet, setReady } from './sheets.repository.ts'

/** Sizes in bytes, the time in ms. One row more, for the titles. */
const sheetLimits = {
  rows: limits.sheetRows + 1,
  columns: limits.sheetColumns,
  text: 50 * 1_048_576,
  inflated: 512 * 1_048_576,
  time: 60_000,
}

/** Sheets that are read at a time. Each one takes a process, memory, and work of the database. */
const atOnce = { slots: 2, maxPerKey: 1, share: 1, maxWaiting: 10, timeout: 30_000 }

/** Reads a sheet, stores its rows and returns its id. Throws ERR_BUSY (503) when too many wait to be read. */
export type UploadSheet = (actor: UserActor, file: UploadedFile | undefined) => Promise<number>

export function createUploadSheet({ units }: Pick<Deps, 'units'>): UploadSheet {
  const semaphore = createFairSemaphore(atOnce)
  return async (actor, file) => {
    if (!file || file.bytes === 0) throw badRequest('ERR_SHEET_UNREADABLE')
    if (file.bytes > limits.sheet) throw new AppError('ERR_FILE_TOO_LARGE', 413)
    return semaphore.run(actor.companyId, () => storeSheet(units, actor, file))
  }
}

/** In batches, so that no transaction is open while the file is read. */
async function storeSheet(units: Deps['units'], actor: UserActor, file: UploadedFile): Promise<number> {
  let sheetId: number | undefined
  try {
    for await (const batch of readSheet(file.path, sheetLimits)) {
      const rows = sheetId === undefined && hasTitles(batch) ? batch.slice(1) : batch
      if (sheetId === undefined) {
        const head = headOf(batch)
        sheetId = await units.run(actor, async (ctx) => {
          await makeRoom(ctx)
          await countUpload(ctx, file.bytes)
          return insertSheet(ctx, { name: cleanLine(file.name).slice(0, 200), ...head })
        })
      }
      const id = sheetId
      await units.run(actor, (ctx) => insertRows(ctx, id, rows))
    }
    const id = sheetId
    if (id === undefined) throw badRequest('ERR_SHEET_UNREADABLE')
    await units.run(actor, (ctx) => setReady(ctx, id))
    return id
  } catch (error) {
    const id = sheetId
    if (id !== undefined) await units.run(actor, (ctx) => removeSheet(ctx, id))
    throw error
  }
}

/** Sheets that were left before their import would fill the disk. The oldest of them are removed. */
async function makeRoom(ctx: UserCtx): Promise<void> {
  const most = limits.sheetsPerCompany - 1
  await removeOldest(ctx, (await countSheets(ctx)) - most)
  if ((await countSheets(ctx)) > most) throw new AppError('ERR_TOO_MANY_REQUESTS', 429, { retryAfter: 60 })
}
