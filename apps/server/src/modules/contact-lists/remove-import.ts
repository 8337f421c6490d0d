import type { Ctx } from '#platform/context'
import { markImportRemoved } from './tables/imports.repository.ts'

/**
 * The import is gone at once for everybody; a job removes its refused rows, which may be a million. Returns the key of its file,
 * to be removed after the commit. Undefined: it is gone already.
 */
export async function removeImport(ctx: Ctx, id: number): Promise<string | undefined> {
  const key = await markImportRemoved(ctx, id)
  if (key !== undefined) await ctx.enqueue('contact-lists.remove-import', { importId: id })
  return key
}
