import type { GatewayState } from '@guiche/contract'
import { isPixError } from '@guiche/pix'
import { AppError } from '#platform/errors'

/** What a payer is told: to wait, or that the operator must act. The operator gets the reason by the log. */
export function refusalFor(error: unknown): unknown {
  if (!isPixError(error)) return error
  if (error.kind === 'invalid') return new AppError('ERR_PAYMENT_REFUSED', 400)
  return new AppError('ERR_PAYMENT_UNAVAILABLE', 503)
}

/** What a test of the credentials found. */
export function gatewayStateOf(error: unknown): GatewayState {
  if (!isPixError(error)) throw error
  const isUnexpected = error.kind === 'invalid' || error.kind === 'missing' || error.kind === 'conflict'
  return isUnexpected ? 'unexpected' : error.kind
}
