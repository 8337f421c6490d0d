import { withFilePaths } from './files/file-urls.ts'
import { z } from 'zod'
import type { Cause } from '../ui/states/failure.tsx'

/** An error answer of the server with its code; `ERR_NETWORK` if there was no answer. */
export class ApiError extends Error {
  /** 0: no answer. */
  readonly status: number
  readonly code: string
  readonly details: unknown
  /** Seconds to wait before the next try, if the server says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, details?: unknown, retryAfter?: number) {
    super(code)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}

export const networkError = () => new ApiError(0, 'ERR_NETWORK')

export const causeOf = (error: unknown): Cause =>
  error instanceof ApiError && error.status === 0 ? 'noAnswer' : 'refused'

/** It may succeed later: there was no answer, a rate limit, or an error of the server. */
export const isTemporary = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

const ErrorBody = z.object({ error: z.string(), details: z.unknown().optional() })

/** Reads `{ "error": CODE, "details"? }`; a conflict carries its details as JSON text in `error` (docs/requirements/service.md, section 7). */
export function toApiError(status: number, text: string, retryAfter?: string | null): ApiError {
  const seconds = Number(retryAfter) || undefined
  const parsed = ErrorBody.safeParse(parseJson(text))
  if (!parsed.success)
    return new ApiError(status, status === 413 ? 'ERR_FILE_TOO_LARGE' : 'ERR_INTERNAL', undefined, seconds)

  const { error, details } = parsed.data
  if (status === 409 && error.startsWith('{')) return new ApiError(status, 'ERR_OTHER_OPEN_TICKET', parseJson(error))
  return new ApiError(status, error, details, seconds)
}

export function parseJson(text: string): unknown {
  try {
    return withFilePaths(JSON.parse(text))
  } catch {
    return undefined
  }
}
