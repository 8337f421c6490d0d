import type { ErrorCode } from '@guiche/contract'

/** An error that is meant for the caller. Any other error is a bug and is answered with 500. */
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
/** Also for things that exist but may not be seen: the answers are the same, so that ids cannot be probed. */
export const notFound = (code: ErrorCode) => new AppError(code, 404)
export const noPermission = () => new AppError('ERR_NO_PERMISSION', 403)
/** The same call may succeed after `retryAfter` seconds. */
export const busy = (retryAfter = 2) => new AppError('ERR_BUSY', 503, { retryAfter })
/** What the call needs of a network did not come: nobody answered, or not now. The same call may succeed later. */
export const networkUnavailable = (cause: Error) =>
  Object.assign(new AppError('ERR_NETWORK_UNAVAILABLE', 503), { cause })
