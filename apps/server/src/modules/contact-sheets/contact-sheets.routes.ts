import { type ContactSheet, SheetField, limits } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserActor, UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { AppError, badRequest, notFound } from '#platform/errors'
import { SentFile } from '#platform/http/sent-file'
import { contactsByNumber, createContact, findContacts, getContact, presentContact } from '#modules/contacts'
import { assertMayUpload } from '#modules/media'
import { checkSheet, shownProblems } from './check-sheet.ts'
import { exportContacts } from './export-contacts.ts'
import { importNextRows } from './import-rows.ts'
import { areColumns } from './parse-row.ts'
import {
  type SheetRecord,
  beginImport,
  findSheet,
  listProblems,
  removeSheet,
  waitingRows,
} from './sheets.repository.ts'
import { createUploadSheet } from './upload-sheet.ts'

/** In bytes. Allowance of a form in addition to its one file. */
const aroundFile = 1_048_576
/** Rows of a sheet that is imported within the call that sends it. */
const mostAtOnce = 2000

export function contactSheetsRoutes(deps: Deps): void {
  const { routes, publicUrl } = deps
  const uploadSheet = createUploadSheet(deps)
  const viewerOf = ({ numbersMasked }: UserActor) => ({ masked: numbersMasked, origin: publicUrl.origin })

  routes.handle(
    'exportContacts',
    async ({ actor, query }) => new SentFile('contacts.xlsx', await exportContacts(deps, actor, query)),
  )

  for (const name of ['uploadContactSheet', 'uploadContacts'] as const)
    routes.admitForm(name, async ({ actor, bytes = 0, read }) => {
      if (bytes > limits.sheet + aroundFile) throw new AppError('ERR_FILE_TOO_LARGE', 413)
      await read((ctx) => assertMayUpload(ctx, bytes))
      return { companyId: actor.companyId, kind: 'user', id: actor.userId }
    })

  routes.handle('uploadContactSheet', async ({ actor, files, read }) => {
    const id = await uploadSheet(actor, files[0])
    return read(async (ctx) => presentSheet(ctx, await getSheet(ctx, id)))
  })

  routes.handle('getContactSheet', async ({ params, read }) =>
    read(async (ctx) => presentSheet(ctx, await getSheet(ctx, params.id))),
  )

  routes.handle('checkContactSheet', async ({ actor, params, body, read }) => {
    const { titles } = await read((ctx) => getSheet(ctx, params.id))
    assertColumns(titles, body.columns)
    return checkSheet(deps, actor, { id: params.id, titles, fields: body.columns })
  })

  routes.handle('importContactSheet', async ({ params, body, run }) =>
    run(async (ctx) => {
      const { titles } = await getSheet(ctx, params.id)
      assertColumns(titles, body.columns)
      await begin(ctx, params.id, { fields: body.columns, completes: body.completes })
      await ctx.enqueue('contacts.import', { sheetId: params.id })
      return presentSheet(ctx, await getSheet(ctx, params.id))
    }),
  )

  routes.handle('deleteContactSheet', async ({ params, run }) => {
    if (!(await run((ctx) => removeSheet(ctx, params.id)))) throw notFound('ERR_NOT_FOUND')
    return { message: 'Sheet deleted' }
  })

  routes.handle('uploadContacts', async ({ actor, files, read, run }) => {
    const id = await uploadSheet(actor, files[0])
    const { titles, fields, total } = await read((ctx) => getSheet(ctx, id))
    const chosen = fields.map((field) => SheetField.parse(field))
    if (total > mostAtOnce || !areColumns(titles, chosen)) {
      await run((ctx) => removeSheet(ctx, id))
      throw total > mostAtOnce ? new AppError('ERR_FILE_TOO_LARGE', 413) : badRequest('ERR_SHEET_UNREADABLE')
    }
    await run((ctx) => begin(ctx, id, { fields: chosen, completes: true }))
    const created: number[] = []
    for (;;) {
      const { isDone, ids } = await importNextRows(deps, actor, id)
      created.push(...ids)
      if (isDone) break
    }
    await run((ctx) => removeSheet(ctx, id))
    const contacts = await read((ctx) => findContacts(ctx, created))
    return contacts.map((contact) => presentContact(contact, viewerOf(actor)))
  })

  routes.handle('importContact', async ({ actor, body, run }) => {
    const contact = await run(async (ctx) => {
      const [known] = await contactsByNumber(ctx, [body.number.replace(/\D/g, '')])
      return known?.contact_id ? getContact(ctx, known.contact_id) : createContact(ctx, body)
    })
    return presentContact(contact, viewerOf(actor))
  })
}

function assertColumns(titles: readonly string[], columns: readonly SheetField[]): void {
  if (!areColumns(titles, columns))
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.columns', message: 'invalid' }] })
}

async function begin(ctx: UserCtx, id: number, chosen: { fields: SheetField[]; completes: boolean }): Promise<void> {
  if (!(await beginImport(ctx, id, chosen))) throw notFound('ERR_NOT_FOUND')
  await audit(ctx, { action: 'contacts.imported', object: 'sheet', objectId: id })
}

/** Sheets are their uploader's own. */
async function getSheet(ctx: UserCtx, id: number): Promise<SheetRecord> {
  const sheet = await findSheet(ctx, id)
  if (!sheet) throw notFound('ERR_NOT_FOUND')
  return sheet
}

async function presentSheet(
  ctx: UserCtx,
  { id, name, titles, state, fields, total, done, created, completed, unchanged, failed }: SheetRecord,
): Promise<ContactSheet> {
  if (state === 'reading') throw notFound('ERR_NOT_FOUND')
  const first = await waitingRows(ctx, id, { after: 0, most: 3 })
  const columns = titles.map((title, index) => ({
    title,
    field: SheetField.parse(fields[index] ?? 'none'),
    samples: first.map(({ cells }) => (cells[index] ?? '').slice(0, 80)),
  }))
  const problems = await listProblems(ctx, id, shownProblems)
  return { id, name, state, columns, total, done, created, completed, unchanged, failed, problems }
}
