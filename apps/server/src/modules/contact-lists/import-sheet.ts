import { ListSheetField, type ListSheetProblem, readNumber } from '@guiche/contract'
import type { Actor, Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { type SheetRow, readSheet } from '#platform/sheets/read-sheet'
import { readReach } from '#modules/companies'
import { optOutNumbers } from '#modules/opt-outs'
import { addToCount, lockContactList } from './tables/contact-lists.repository.ts'
import { insertItems } from './tables/items.repository.ts'
import {
  type ImportRow,
  type RefusedRow,
  addProgress,
  endImport,
  findImport,
  lockRunningImport,
  setTotal,
} from './tables/imports.repository.ts'
import { emailKey } from './forget-listed.ts'
import { readRow } from './read-row.ts'
import { sheetLimits } from './take-sheet.ts'

type Wiring = Pick<Deps, 'units' | 'storage'>

/** Rows that are added in one unit of work. */
const batch = 4000

/**
 * Adds the people of a sheet to its list, and returns the ids of the new ones, up to `keepIds`. The whole sheet is read
 * before anybody is added, so that one that turns out to be broken or too large changes nothing. Each unit of work
 * keeps how far the import has come: after a kill it goes on there, and nobody is added or refused twice.
 */
export async function importSheet(
  deps: Wiring,
  actor: Actor,
  importId: number,
  { keepIds = 0, mayGoOn = () => true }: { keepIds?: number; mayGoOn?: (total: number) => boolean } = {},
): Promise<number[]> {
  const { units, storage } = deps
  const found = await units.read(actor, (ctx) => findImport(ctx, importId))
  if (found?.state !== 'running') return []
  const path = storage.pathOf(actor.companyId, found.storage_key)
  const ids: number[] = []
  try {
    const total = found.total ?? (await countRows(path, found))
    if (found.total === null) await units.run(actor, (ctx) => setTotal(ctx, importId, total))
    if (!mayGoOn(total)) return []
    for await (const rows of rowsOf(path, found)) {
      const added = await units.run(actor, (ctx) => addRows(ctx, importId, rows))
      if (!added) return ids
      ids.push(...added.slice(0, keepIds - ids.length))
    }
    await end(deps, actor, found)
    return ids
  } catch (error) {
    // What a sheet is refused for does not change when it is tried again.
    if (!(error instanceof AppError) || error.status >= 500) throw error
    await end(deps, actor, found, error)
    throw error
  }
}

async function end({ units, storage }: Wiring, actor: Actor, { id, storage_key }: ImportRow, error?: AppError) {
  await units.run(actor, (ctx) => endImport(ctx, id, error?.code ?? null))
  await storage.remove(actor.companyId, storage_key)
}

async function countRows(path: string, { has_titles }: ImportRow): Promise<number> {
  let count = 0
  for await (const rows of readSheet(path, sheetLimits)) count += rows.length
  return has_titles ? count - 1 : count
}

/** The rows with people that are not done yet, so many at a time. */
async function* rowsOf(path: string, { has_titles, line }: ImportRow): AsyncGenerator<SheetRow[]> {
  let isFirst = true
  let gathered: SheetRow[] = []
  for await (const read of readSheet(path, sheetLimits)) {
    const rows = isFirst && has_titles ? read.slice(1) : read
    isFirst = false
    for (const row of rows) if (row.line > line) gathered.push(row)
    if (gathered.length < batch) continue
    yield gathered
    gathered = []
  }
  if (gathered.length > 0) yield gathered
}

/** Undefined: the import was stopped, or its list was removed. */
async function addRows(ctx: Ctx, importId: number, given: readonly SheetRow[]): Promise<number[] | undefined> {
  const found = await lockRunningImport(ctx, importId)
  if (!found) return undefined
  const list = await lockContactList(ctx, found.list_id)
  if (!list) {
    await endImport(ctx, importId, 'ERR_NO_CONTACT_LIST_FOUND')
    return undefined
  }
  const columns = { titles: found.titles, fields: found.fields.map((field) => ListSheetField.parse(field)) }
  // Another process may have gone on with it, because this one was taken for dead.
  const rows = given.filter(({ line }) => line > found.line)
  const last = rows.at(-1)
  if (!last) return []
  const read = rows.map((row) => ({ row, ...readRow(row, columns) }))
  const usable = read.flatMap((one) => ('item' in one ? [one] : []))
  const refused = read.flatMap(({ row, ...one }) => ('problem' in one ? [refusedRow(row, one.problem)] : []))
  const { listPeople } = await readReach(ctx)
  const room = Math.max(0, listPeople - list.contacts_count)
  const items = usable.slice(0, room)
  for (const { row } of usable.slice(room)) {
    refused.push(refusedRow(row, { line: row.line, field: 'list', rule: 'full', text: '' }))
  }
  const ids = await insertItems(
    ctx,
    found.list_id,
    items.map(({ item }) => item),
  )
  if (found.opts_out)
    await optOutNumbers(
      ctx,
      usable.map(({ item }) => item.number),
    )
  await addToCount(ctx, found.list_id, ids.length)
  await addProgress(ctx, importId, { line: last.line, added: ids.length, known: items.length - ids.length, refused })
  if (ids.length > 0) {
    ctx.emit('contactList.filled', { contactListId: found.list_id })
    ctx.emit('contactList.saved', { contactListId: found.list_id })
  }
  return ids
}

/** In characters. A longer text with an @ is no address. */
const longestEmail = 254

/** With all that its cells say of whose it is, whatever the columns are, so that an erasure finds it. */
function refusedRow({ line, cells }: SheetRow, problem: ListSheetProblem): RefusedRow {
  const numbers = cells.flatMap((cell) => {
    const read = readNumber(cell)
    return 'number' in read ? read.number : []
  })
  const emails = cells.map(emailKey).filter((cell) => cell.includes('@') && cell.length <= longestEmail)
  return { line, problem, cells, numbers, emails }
}
