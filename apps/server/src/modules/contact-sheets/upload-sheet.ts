import { type SheetField, cleanLine, limits } from '@guiche/contract'
import type { UserActor, UserCtx } from '#platform/context'
import { AppError, badRequest } from '#platform/errors'
import type { Deps } from '#platform/deps'
import type { UploadedFile } from '#platform/http/uploads'
import { type SheetRow, readSheet } from '#platform/sheets/read-sheet'
import { createFairSemaphore } from '#platform/work/fair-semaphore'
import { countUpload } from '#modules/media'
import { fieldsOf, guessedFields, looksLikeNumber } from './column-fields.ts'
import { countSheets, insertRows, insertSheet, removeOldest, removeSheet, setReady } from './sheets.repository.ts'

const sheetLimits = { rows: limits.sheetRows, columns: limits.sheetColumns }

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
    // One row more, for the titles.
    for await (const batch of readSheet(file.path, { ...sheetLimits, rows: sheetLimits.rows + 1 })) {
      const rows = sheetId === undefined ? withoutTitles(batch) : batch
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

/** Without titles the columns are called by their letters. */
function headOf(batch: readonly SheetRow[]): { titles: string[]; fields: SheetField[] } {
  const width = Math.max(...batch.map(({ cells }) => cells.length))
  const first = Array.from({ length: width }, (_cell, index) => batch[0]?.cells[index] ?? '')
  const letters = first.map((_cell, index) => letterOf(index))
  if (first.some(looksLikeNumber)) return { titles: letters, fields: guessedFields(first) }
  const titles = first.map((title, index) => title.slice(0, 100) || (letters[index] ?? ''))
  return { titles, fields: fieldsOf(titles) }
}

const withoutTitles = (batch: SheetRow[]) => (batch[0]?.cells.some(looksLikeNumber) ? batch : batch.slice(1))

/** A, B … Z, AA, AB … */
const letterOf = (index: number): string =>
  (index >= 26 ? letterOf(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))
