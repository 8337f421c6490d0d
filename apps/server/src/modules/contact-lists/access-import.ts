import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { type ImportRow, findImport } from './tables/imports.repository.ts'

/** Admins and supervisors see the imports of all of their company, which the access of the calls says. */
export async function accessImport(ctx: Ctx, id: number): Promise<ImportRow> {
  const row = await findImport(ctx, id)
  if (!row) throw notFound('ERR_NOT_FOUND')
  return row
}
