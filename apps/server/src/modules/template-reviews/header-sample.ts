import type { TemplateContents } from '@guiche/contract'
import { uploadSample } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { type HeaderFileRow, findTemplateFile } from '#modules/message-templates'
import type { ReachedAccount } from './reach-account.ts'

/** The types that Meta takes in headers. */
const types: Readonly<Record<string, readonly string[]>> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4'],
  document: ['application/pdf'],
}

const megabyte = 1024 * 1024
/** In bytes, as for other messages. */
const most: Readonly<Record<string, number>> = { image: 5 * megabyte, video: 16 * megabyte, document: 100 * megabyte }

/** The file of a header. Undefined: the header has none. */
export async function headerFile(
  ctx: Ctx,
  { header, fileId }: Pick<TemplateContents, 'header' | 'fileId'>,
  before: number | null,
): Promise<HeaderFileRow | undefined> {
  const kind = header?.kind ?? 'text'
  const fitting = types[kind]
  if (!fitting) return undefined
  const file = fileId === null ? undefined : await findTemplateFile(ctx, fileId, before)
  const flaw = (message: string) => badRequest('ERR_VALIDATION', { issues: [{ path: 'body.fileId', message }] })
  if (!file) throw flaw('required')
  if (!fitting.includes(file.mime)) throw flaw('wrongFileType')
  if ((file.bytes ?? 0) > (most[kind] ?? 0)) throw flaw('fileTooLarge')
  return file
}

/** The handle of the example that reviewers see. */
export async function sampleOf(
  { storage }: Pick<Deps, 'storage'>,
  companyId: number,
  { graph, token }: ReachedAccount,
  file: HeaderFileRow | undefined,
): Promise<string | undefined> {
  if (!file) return undefined
  const { storage_key: key, original_name: name, mime } = file
  const bytes = await storage.size(companyId, key)
  if (bytes === undefined)
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.fileId', message: 'required' }] })
  return uploadSample(graph, token, { name, mime, bytes, open: () => storage.open(companyId, key) })
}
