import { type api, limits as sizes } from '@guiche/contract'
import { AppError } from '#platform/errors'
import type { Sender } from '#platform/http/guards/forms-at-once'
import type { FormCall } from '#platform/http/routes'
import type { Deps } from '#platform/deps'
import { assertMayUpload } from '#modules/media'
import { type VisitorLimits, accessVisitor } from '#modules/visitors'
import { bearerOf } from '#platform/http/bearer'

/** In bytes. Allowance for the parts of a form other than its one file. */
const aroundFile = 1_048_576

/** Runs before the body of a form is read, so that only visitors, and only within their limits, can fill the disk. */
export async function admitUpload(
  deps: Deps,
  limits: VisitorLimits,
  { params, bytes, http }: FormCall<typeof api.sendVisitorMessage>,
): Promise<Sender> {
  if (bytes === undefined) throw new AppError('ERR_VALIDATION', 411)
  if (bytes > sizes.document + aroundFile) throw new AppError('ERR_FILE_TOO_LARGE', 413)
  const { id, webChat } = await accessVisitor(deps, params.token, bearerOf(http.header('authorization')), http.origin)
  const { companyId, connectionId } = webChat
  await limits.upload(http.address, bytes)
  await deps.units.read({ kind: 'connection', companyId, connectionId }, (ctx) => assertMayUpload(ctx, bytes))
  const address = limits.keyOf(http.address)
  return { companyId, kind: 'visitor', id, ...(address !== undefined && { address }) }
}
