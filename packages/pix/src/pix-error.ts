export type Provider = 'efi' | 'asaas'

/**
 * - `unreachable`: no connection, or it was lost before the answer
 * - `slow`: no answer in time
 * - `certificate`: ours is wrong, missing or unreadable, or theirs cannot be trusted
 * - `credentials`: id, secret or token are wrong
 * - `forbidden`: the account may not do this, or the Pix key is not its own
 * - `invalid`: the request is refused as it is
 * - `missing`: no such charge or payment
 * - `conflict`: the id belongs to something else already
 * - `busy`: too many requests; see `retryAfterSeconds`
 * - `unavailable`: an error on the provider's side
 * - `unexpected`: an answer that differs from the documented one
 */
export type PixErrorKind =
  | 'unreachable'
  | 'slow'
  | 'certificate'
  | 'credentials'
  | 'forbidden'
  | 'invalid'
  | 'missing'
  | 'conflict'
  | 'busy'
  | 'unavailable'
  | 'unexpected'

export interface PixErrorDetails {
  /** The HTTP status of the provider's answer, if it came to one. */
  status?: number | undefined
  /** The provider's own code, or the code of the network error. */
  code?: string | undefined
  /** How long the provider wants us to wait. */
  retryAfterSeconds?: number | undefined
  /** The provider may have carried the request out, although it failed for us. */
  mayHaveHappened?: boolean | undefined
}

/** The only error of a gateway. Its message is for logs and operators, and has no secrets in it. */
export class PixError extends Error {
  override readonly name = 'PixError'
  readonly provider: Provider
  readonly kind: PixErrorKind
  readonly status: number | undefined
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly mayHaveHappened: boolean

  constructor(provider: Provider, kind: PixErrorKind, message: string, details: PixErrorDetails = {}) {
    super(message)
    this.provider = provider
    this.kind = kind
    this.status = details.status
    this.code = details.code
    this.retryAfterSeconds = details.retryAfterSeconds
    this.mayHaveHappened = details.mayHaveHappened ?? false
  }
}

/** Whether it is an error of this kind. */
export function isPixError(error: unknown, ...kinds: PixErrorKind[]): error is PixError {
  return error instanceof PixError && (kinds.length === 0 || kinds.includes(error.kind))
}
