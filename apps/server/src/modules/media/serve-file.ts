import type { Deps } from '#platform/deps'
import { parseRange } from './byte-range.ts'
import { isShown, knownType } from './file-types.ts'
import type { MediaFolder, Disposition, SignedPath, Signature } from './media-links.ts'
import { type FileRow, findFileByKey } from './media.repository.ts'

/** Whether the session of these cookies may see a file; decided by the module that owns what the file belongs to. */
export type MayRead = (request: {
  cookies: Readonly<Record<string, string | undefined>>
  /** The Host header. */
  host: string | undefined
  companyId: number
  folder: MediaFolder
  fileId: number
}) => Promise<boolean>

export interface FileRequest {
  method: string
  params: { companyId: string; file: string }
  folder: MediaFolder
  query: Record<string, unknown>
  cookies: Readonly<Record<string, string | undefined>>
  headers: {
    host?: string | undefined
    range?: string | undefined
    'if-range'?: string | undefined
    'if-none-match'?: string | undefined
  }
}

export interface FileAnswer {
  status: 200 | 206 | 304 | 404 | 416
  headers: Record<string, string>
  body?: NodeJS.ReadableStream
}

interface ServeDeps extends Pick<Deps, 'units' | 'storage' | 'origins'> {
  isSigned: (path: SignedPath, given: Signature) => boolean
  mayRead: MayRead
}

/** Missing, foreign, forged or expired links all get the same answer (S54). */
const nothing: FileAnswer = { status: 404, headers: {} }

export async function serveFile(deps: ServeDeps, request: FileRequest): Promise<FileAnswer> {
  const asked = askedFor(request)
  if (!asked) return nothing
  const { companyId, storageKey } = asked
  const isSigned = deps.isSigned(asked, asked)
  if (!isSigned && Object.keys(request.cookies).length === 0) return nothing

  const file = await deps.units.read({ kind: 'system', companyId }, (ctx) =>
    findFileByKey(ctx, storageKey, request.folder),
  )
  if (!file || file.state !== 'ready') return nothing
  const {
    cookies,
    folder,
    headers: { host },
  } = request
  if (!isSigned && !(await deps.mayRead({ cookies, host, companyId, folder, fileId: file.id }))) return nothing

  const size = await deps.storage.size(companyId, storageKey)
  if (size === undefined) return nothing
  const headers = {
    ...headersOf(file, asked),
    'cross-origin-resource-policy': isSigned ? 'cross-origin' : byCookie(deps.origins),
  }
  return bodyOf(deps, request, { companyId, storageKey, size, headers })
}

/** A front end on another origin sends the cookie only if it is of the same site. */
const byCookie = ({ hasOthers }: Deps['origins']) => (hasOthers ? 'same-site' : 'same-origin')

function askedFor({ params, query, folder }: FileRequest): (SignedPath & Signature) | undefined {
  const companyId = /^\d{1,9}$/.test(params.companyId) ? Number(params.companyId) : 0
  if (companyId < 1 || !/^[a-f0-9]{40}\.[a-z0-9]{1,8}$/.test(params.file)) return undefined
  const disposition: Disposition = query['download'] === undefined ? 'auto' : 'attachment'
  return {
    companyId,
    folder,
    storageKey: params.file,
    disposition,
    expires: textOf(query['expires']),
    signature: textOf(query['signature']),
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function headersOf(file: FileRow, { storageKey, disposition }: SignedPath): Record<string, string> {
  const isThumbnail = storageKey === file.thumbnail_key
  const mime = isThumbnail ? 'image/webp' : knownType(file.mime)
  const isInline = disposition === 'auto' && isShown(mime)
  return {
    'content-type': mime === 'text/plain' || mime === 'text/csv' ? `${mime}; charset=utf-8` : mime,
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', file.original_name),
    'content-security-policy':
      "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=86400, immutable',
    etag: `"${storageKey}"`,
    'accept-ranges': 'bytes',
    vary: 'cookie',
  }
}

function bodyOf(
  { storage }: ServeDeps,
  { method, headers: asked }: FileRequest,
  file: { companyId: number; storageKey: string; size: number; headers: Record<string, string> },
): FileAnswer {
  const { companyId, storageKey, size, headers } = file
  if (
    asked['if-none-match']
      ?.split(',')
      .some((tag) => tag.trim() === headers['etag'] || tag.trim() === `W/${headers['etag']}`)
  )
    return { status: 304, headers }

  const isCurrent = asked['if-range'] === undefined || asked['if-range'] === headers['etag']
  const range = method === 'GET' && isCurrent ? parseRange(asked.range, size) : undefined
  if (range === 'unsatisfiable') return { status: 416, headers: { 'content-range': `bytes */${size}` } }

  const length = range ? range.end - range.start + 1 : size
  const sized = {
    ...headers,
    'content-length': String(length),
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  }
  const status = range ? 206 : 200
  if (method === 'HEAD' || length === 0) return { status, headers: sized }
  return { status, headers: sized, body: storage.open(companyId, storageKey, range) }
}

/** RFC 6266: a plain name for old programs, and the real one. */
function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain || 'file'}"; filename*=UTF-8''${encoded}`
}
