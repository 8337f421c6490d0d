import { type ListSheetField, type SheetField, cleanLine, limits } from '@guiche/contract'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { AppError, badRequest } from '#platform/errors'
import type { UploadedFile } from '#platform/http/uploads'
import { type SheetRow, readSheet } from '#platform/sheets/read-sheet'
import { createFairSemaphore } from '#platform/work/fair-semaphore'
import { hasTitles, headOf } from '#modules/contact-sheets'
import { countUpload } from '#modules/media'
import { accessContactList } from './access-contact-list.ts'
import { countOpenImports, insertImport, removeWaiting } from './tables/imports.repository.ts'

/** Sizes in bytes, the time in ms. One row more, for the titles. */
export const sheetLimits = {
  rows: limits.listSheetRows + 1,
  columns: limits.sheetColumns,
  text: 1024 * 1_048_576,
  inflated: 1024 * 1_048_576,
  time: 300_000,
}

/** What is shown of a sheet before its import. A cell may have thousands of letters. */
const shownRows = 20
const shownLetters = 200

/** Sheets whose first rows are read at a time. Each one takes a process. */
const atOnce = { slots: 2, maxPerKey: 1, share: 1, maxWaiting: 10, timeout: 30_000 }

/** Reads the first rows of a sheet, keeps its file for the import, and returns the id of the import. */
export type TakeSheet = (actor: UserActor, listId: number, file: UploadedFile | undefined) => Promise<number>

export function createTakeSheet({ units, storage }: Pick<Deps, 'units' | 'storage'>): TakeSheet {
  const semaphore = createFairSemaphore(atOnce)
  return async (actor, listId, file) => {
    if (!file || file.bytes === 0) throw badRequest('ERR_SHEET_EMPTY')
    if (file.bytes > limits.listSheet) throw new AppError('ERR_FILE_TOO_LARGE', 413)
    const first = await semaphore.run(actor.companyId, () => firstRowsOf(file.path))
    if (first.length === 0) throw badRequest('ERR_SHEET_EMPTY')
    const isTitled = hasTitles(first)
    const rows = isTitled ? first.slice(1) : first
    if (rows.length === 0) throw badRequest('ERR_SHEET_EMPTY')
    const { titles, fields } = headOf(first)
    const storageKey = await storage.keep(actor.companyId, file.path, 'sheet')
    try {
      const { id, left } = await units.run(actor, async (ctx) => {
        await accessContactList(ctx, listId)
        const removed = await removeWaiting(ctx, limits.sheetsPerCompany - 1)
        if ((await countOpenImports(ctx)) >= limits.sheetsPerCompany)
          throw new AppError('ERR_TOO_MANY_REQUESTS', 429, { retryAfter: 60 })
        await countUpload(ctx, file.bytes)
        const inserted = await insertImport(ctx, {
          listId,
          name: cleanLine(file.name).slice(0, 200),
          storageKey,
          titles,
          fields: fields.map((field) => listField(field, isTitled)),
          hasTitles: isTitled,
          firstRows: rows.slice(0, shownRows).map(shortened),
        })
        return { id: inserted, left: removed }
      })
      for (const key of left) await storage.remove(actor.companyId, key)
      return id
    } catch (error) {
      await storage.remove(actor.companyId, storageKey)
      throw error
    }
  }
}

/** The titles, and as many rows as are shown. The rest is read when the import runs. */
async function firstRowsOf(path: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of readSheet(path, sheetLimits)) {
    rows.push(...batch.slice(0, shownRows + 1 - rows.length))
    if (rows.length > shownRows) break
  }
  return rows
}

/** What is neither name, number nor e-mail is something of the person, if the column has a title to call it by. */
function listField(field: SheetField, isTitled: boolean): ListSheetField {
  if (field === 'name' || field === 'number' || field === 'email') return field
  return isTitled ? 'variable' : 'none'
}

const shortened = ({ line, cells }: SheetRow): SheetRow => ({
  line,
  cells: cells.map((cell) => cell.slice(0, shownLetters).toWellFormed()),
})
