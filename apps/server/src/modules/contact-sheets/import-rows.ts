import { SheetField, type SheetProblem } from '@guiche/contract'
import type { Actor, Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { addFields, againIfTaken, completeContacts, contactsByNumber, createContacts } from '#modules/contacts'
import { addContactTags, makeTags } from '#modules/tags'
import { type ParsedRow, isParsed, isProblem, parseRow } from './parse-row.ts'
import { type SheetRecord, endImport, lockRunningSheet, storeOutcome, waitingRows } from './sheets.repository.ts'

const batch = 500

export interface Imported {
  isDone: boolean
  /** New contacts. */
  ids: number[]
}

/** As `importRows`, again if somebody else stored one of the numbers at the same moment. */
export const importNextRows = ({ units }: Pick<Deps, 'units'>, actor: Actor, sheetId: number): Promise<Imported> =>
  againIfTaken(() => units.run(actor, (ctx) => importRows(ctx, sheetId)))

/**
 * Imports the next rows of a sheet, in the caller's unit of work. Rows that are done are removed with it, so an import
 * that was interrupted goes on where it was, and no row is imported twice.
 */
async function importRows(ctx: Ctx, sheetId: number): Promise<Imported> {
  const sheet = await lockRunningSheet(ctx, sheetId)
  if (!sheet) return { isDone: true, ids: [] }
  const waiting = await waitingRows(ctx, sheetId, { after: 0, most: batch })
  if (waiting.length === 0) {
    await endImport(ctx, sheetId)
    ctx.emit('contacts.imported', { sheetId })
    return { isDone: true, ids: [] }
  }
  const fields = sheet.fields.map((field) => SheetField.parse(field))
  const rows = waiting.map((row) => parseRow(row, { titles: sheet.titles, fields }))
  const { usable, tags, problems } = await withTags(ctx, rows.filter(isParsed))
  const ids = await importUsable(ctx, sheet, usable, tags)
  await storeOutcome(ctx, sheetId, {
    created: ids.created.length,
    completed: ids.completed,
    unchanged: usable.length - ids.created.length - ids.completed,
    lines: usable.map(({ line }) => line),
    problems: [...rows.filter(isProblem), ...problems],
  })
  ctx.emit('contacts.imported', { sheetId })
  return { isDone: false, ids: ids.created }
}

/** Makes the tags of the rows. Rows whose tags would be too many are refused. */
async function withTags(ctx: Ctx, rows: readonly ParsedRow[]) {
  const tags = await makeTags(ctx, [...new Set(rows.flatMap((row) => row.tags))])
  const problems: SheetProblem[] = []
  const usable = rows.filter(({ line, tags: names }) => {
    const missing = names.find((name) => !tags.has(name))
    if (missing !== undefined) problems.push({ line, field: 'tags', rule: 'tooMany', text: missing })
    return missing === undefined
  })
  return { usable, tags, problems }
}

/** Of rows with the same number, the first one makes the contact, and the others are known ones. */
async function importUsable(
  ctx: Ctx,
  { completes }: SheetRecord,
  rows: readonly ParsedRow[],
  tags: ReadonlyMap<string, number>,
): Promise<{ created: number[]; completed: number }> {
  const found = await contactsByNumber(
    ctx,
    rows.map(({ number }) => number),
  )
  const contactOf = new Map(found.flatMap(({ key, contact_id }) => (contact_id === null ? [] : [[key, contact_id]])))
  const keyed = rows.map((row, index) => ({ row, key: found[index]?.key ?? row.number }))
  const fresh = new Map<string, ParsedRow>()
  for (const { row, key } of keyed) if (!contactOf.has(key) && !fresh.has(key)) fresh.set(key, row)
  const created = await createContacts(ctx, [...fresh.values()])
  ;[...fresh.keys()].forEach((key, nth) => contactOf.set(key, created[nth] ?? 0))

  const held = keyed.map(({ row, key }) => ({ row, contactId: contactOf.get(key) ?? 0, isNew: fresh.get(key) === row }))
  await addDetails(
    ctx,
    held.filter(({ isNew }) => isNew),
    tags,
  )
  const known = held.filter(({ isNew }) => !isNew)
  return { created, completed: completes ? await complete(ctx, known, tags) : 0 }
}

interface Held {
  row: ParsedRow
  contactId: number
}

/** Extra fields and tags. Returns the contacts that got some. */
async function addDetails(ctx: Ctx, held: readonly Held[], tags: ReadonlyMap<string, number>): Promise<number[]> {
  // Of several rows for a contact, the first one that names a field gives it.
  const fields = new Map(
    held
      .flatMap(({ row, contactId }) => row.extra.map((one) => ({ contact_id: contactId, ...one })))
      .toReversed()
      .map((field) => [`${field.contact_id}:${field.name}`, field]),
  )
  const pairs = held.flatMap(({ row, contactId }) =>
    row.tags.map((name) => ({ contact_id: contactId, tag_id: tags.get(name) ?? 0 })),
  )
  return [
    ...(fields.size > 0 ? await addFields(ctx, [...fields.values()].toReversed()) : []),
    ...(pairs.length > 0 ? await addContactTags(ctx, pairs) : []),
  ]
}

/** Gives known contacts what they lack, and returns how many rows did. */
async function complete(ctx: Ctx, known: readonly Held[], tags: ReadonlyMap<string, number>): Promise<number> {
  if (known.length === 0) return 0
  // A row per contact: of two rows that both have something, the first one counts.
  const rows = new Map(known.toReversed().map(({ row, contactId }) => [contactId, row]))
  const changed = new Set([
    ...(await completeContacts(
      ctx,
      [...rows].map(([contact_id, { name, email }]) => ({ contact_id, name, email })),
    )),
    ...(await addDetails(ctx, known, tags)),
  ])
  return [...rows.keys()].filter((contactId) => changed.has(contactId)).length
}
