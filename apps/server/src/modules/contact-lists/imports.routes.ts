import { type ContactListImport, ListSheetField, limits } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx, UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { AppError, badRequest, notFound } from '#platform/errors'
import { SentFile } from '#platform/http/sent-file'
import { assertMayUpload } from '#modules/media'
import { accessContactList } from './access-contact-list.ts'
import { presentItem } from './contact-lists.presenter.ts'
import { findItems } from './tables/items.repository.ts'
import { accessImport } from './access-import.ts'
import { importSheet } from './import-sheet.ts'
import { type Beginning, type ImportRow, lastImports, markRunning, nextRefusals } from './tables/imports.repository.ts'
import { areColumns, readRow } from './read-row.ts'
import { refusedRows } from './refused-rows.ts'
import { removeImport } from './remove-import.ts'
import { createTakeSheet } from './take-sheet.ts'

/** In bytes. Allowance of a form in addition to its one file. */
const aroundFile = 1_048_576
/** Rows of a sheet that is imported within the call that sends it. */
const mostAtOnce = 2000
const shownImports = 10
const shownProblems = 100

export function contactListImportsRoutes(deps: Deps): void {
  const { routes, storage } = deps
  const takeSheet = createTakeSheet(deps)

  for (const name of ['uploadContactListSheet', 'uploadContactList'] as const)
    routes.admitForm(name, async ({ actor, params, bytes = 0, read }) => {
      if (bytes > limits.listSheet + aroundFile) throw new AppError('ERR_FILE_TOO_LARGE', 413)
      await read(async (ctx) => {
        await accessContactList(ctx, params.id)
        await assertMayUpload(ctx, bytes)
      })
      return { companyId: actor.companyId, kind: 'user', id: actor.userId }
    })

  routes.handle('uploadContactListSheet', async ({ actor, params, files, read }) => {
    const id = await takeSheet(actor, params.id, files[0])
    return read(async (ctx) => presentImport(ctx, await accessImport(ctx, id)))
  })

  routes.handle('uploadContactList', async ({ actor, params, files, read, run }) => {
    const id = await takeSheet(actor, params.id, files[0])
    const { titles, fields, storage_key } = await read((ctx) => accessImport(ctx, id))
    const columns = fieldsOf(fields)
    if (!areColumns(titles, columns)) {
      await run((ctx) => removeImport(ctx, id))
      await storage.remove(actor.companyId, storage_key)
      throw badRequest('ERR_SHEET_UNREADABLE')
    }
    await run((ctx) => begin(ctx, id, { columns, optsOut: false }))
    let isLarge = false
    const added = await importSheet(deps, actor, id, {
      keepIds: mostAtOnce,
      mayGoOn: (total) => !(isLarge = total > mostAtOnce),
    })
    // Existing clients read the list again when they are told that it was filled.
    if (isLarge) await run((ctx) => ctx.enqueue('contact-lists.import', { importId: id }))
    return (await read((ctx) => findItems(ctx, added))).map(presentItem)
  })

  routes.handle('listContactListImports', ({ params, read }) =>
    read(async (ctx) => {
      await accessContactList(ctx, params.id)
      const imports: ContactListImport[] = []
      for (const row of await lastImports(ctx, params.id, shownImports)) imports.push(await presentImport(ctx, row))
      return imports
    }),
  )

  routes.handle('getContactListImport', ({ params, read }) =>
    read(async (ctx) => presentImport(ctx, await accessImport(ctx, params.id))),
  )

  routes.handle('checkContactListImport', async ({ params, body: { columns }, read }) => {
    const { titles, first_rows } = await read((ctx) => accessImport(ctx, params.id))
    assertColumns(titles, columns)
    return first_rows.flatMap((row) => {
      const found = readRow(row, { titles, fields: columns })
      return 'problem' in found ? [found.problem] : []
    })
  })

  routes.handle('beginContactListImport', ({ params, body, run }) =>
    run(async (ctx) => {
      const { titles } = await accessImport(ctx, params.id)
      assertColumns(titles, body.columns)
      await begin(ctx, params.id, body)
      await ctx.enqueue('contact-lists.import', { importId: params.id })
      return presentImport(ctx, await accessImport(ctx, params.id))
    }),
  )

  routes.handle(
    'refusedOfContactListImport',
    async ({ actor, params }) => new SentFile('refused.xlsx', await refusedRows(deps, actor, params.id)),
  )

  routes.handle('deleteContactListImport', async ({ actor, params, run }) => {
    const key = await run(async (ctx) => {
      await accessImport(ctx, params.id)
      return removeImport(ctx, params.id)
    })
    if (key !== undefined) await storage.remove(actor.companyId, key)
    return { message: 'Sheet deleted' }
  })
}

function assertColumns(titles: readonly string[], columns: readonly ListSheetField[]): void {
  if (!areColumns(titles, columns))
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.columns', message: 'invalid' }] })
}

async function begin(ctx: UserCtx, id: number, beginning: Beginning): Promise<void> {
  if (!(await markRunning(ctx, id, beginning))) throw notFound('ERR_NOT_FOUND')
  const { list_id } = await accessImport(ctx, id)
  await audit(ctx, {
    action: 'contactList.imported',
    object: 'contactList',
    objectId: list_id,
    ...(beginning.optsOut && { detail: { optsOut: true } }),
  })
}

const fieldsOf = (stored: readonly string[]) => stored.map((field) => ListSheetField.parse(field))

async function presentImport(ctx: Ctx, row: ImportRow): Promise<ContactListImport> {
  const { id, list_id, name, state, failure, titles, first_rows, total, done, added, known, refused, opts_out } = row
  const fields = fieldsOf(row.fields)
  const problems = await nextRefusals(ctx, id, { after: 0, most: shownProblems })
  return {
    id,
    contactListId: list_id,
    name,
    state,
    failure,
    columns: titles.map((title, nth) => ({ title, field: fields[nth] ?? 'none' })),
    rows: state === 'ready' ? first_rows : [],
    total,
    done,
    added,
    known,
    refused,
    optsOut: opts_out,
    problems: problems.map(({ problem }) => problem),
  }
}
