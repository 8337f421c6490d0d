import { ExchangeFailed, GraphError, UnexpectedAnswer, isFinal } from '@guiche/meta'
import { badRequest, networkUnavailable } from '#platform/errors'

/** What somebody who connects a page is told: to log in again, to give the permission, or to wait. The log has the reason. */
export function refusalFor(error: unknown): unknown {
  if (error instanceof ExchangeFailed || error instanceof UnexpectedAnswer) return networkUnavailable(error)
  if (!(error instanceof GraphError)) return error
  const { remedy } = error
  if (!isFinal(error)) return networkUnavailable(error)
  const isPermission = remedy.do === 'stop' && remedy.because !== 'token_ended'
  return Object.assign(badRequest(isPermission ? 'ERR_PAGE_PERMISSION' : 'ERR_PAGE_LOGIN_REFUSED'), { cause: error })
}
