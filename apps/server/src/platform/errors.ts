import type { ErrorCode } from '@guiche/contract'

/** An answer that we meant to give. Anything else that reaches the error handler is a bug and becomes a 500. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown> | undefined

  constructor(code: ErrorCode, status: number, details?: Record<string, unknown>) {
    super(code)
    this.code = code
    this.status = status
    this.details = details
  }
}

export const badRequest = (code: ErrorCode, details?: Record<string, unknown>) => new AppError(code, 400, details)
/** Also for what exists and may not be seen: both answer the same, so ids cannot be probed (S-rule 2). */
export const notFound = (code: ErrorCode) => new AppError(code, 404)
export const noPermission = () => new AppError('ERR_NO_PERMISSION', 403)
/** After a wait (seconds) the same call may be answered. */
export const busy = (retryAfter = 2) => new AppError('ERR_BUSY', 503, { retryAfter })
