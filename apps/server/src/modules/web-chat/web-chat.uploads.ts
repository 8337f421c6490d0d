import { limits as sizes } from '@guiche/contract'
import { AppError } from '#platform/errors'
import type { Parts } from '#platform/parts'
import { accessVisitor } from './access-web-chat.ts'
import { bearerOf } from './bearer.ts'
import type { VisitorLimits } from './visitor-limits.ts'

const route = '/web-chat/:token/messages'
/** Of a form: what stands around the one file that it may have. */
const aroundFile = 1_048_576

/** Forms are taken in whole before a call is answered. Nobody may fill the disk who is no visitor, or sends without end. */
export function guardUploads(parts: Parts, limits: VisitorLimits): void {
  parts.http.addHook('onRequest', async (request) => {
    if (request.routeOptions.url !== route || request.method !== 'POST' || !isForm(request.headers['content-type']))
      return
    const bytes = Number(request.headers['content-length'] ?? Number.NaN)
    if (!Number.isSafeInteger(bytes)) throw new AppError('ERR_VALIDATION', 411)
    if (bytes > sizes.document + aroundFile) throw new AppError('ERR_FILE_TOO_LARGE', 413)

    const { authorization, origin, host } = request.headers
    await accessVisitor(parts, request.url.split(/[/?]/)[2] ?? '', bearerOf(authorization), { origin, host })
    await limits.upload(request.ip, bytes)
  })
}

const isForm = (contentType: string | undefined) => contentType?.toLowerCase().startsWith('multipart/') ?? false
