import type { ErrorCode } from '@guiche/contract'
import { ExchangeFailed, GraphError, UnexpectedAnswer, isFinal } from '@guiche/meta'
import { badRequest, networkUnavailable } from '#platform/errors'

/** What somebody who connects a number is told. The log has the reason. `otherwise`: if Meta refuses without saying why. */
export function numberRefusal(error: unknown, otherwise: ErrorCode): unknown {
  if (error instanceof ExchangeFailed || error instanceof UnexpectedAnswer) return networkUnavailable(error)
  if (!(error instanceof GraphError)) return error
  const { code } = error
  // It lasts for days, so trying again in a moment is no advice.
  const told = error.details === '' ? undefined : { details: error.details }
  if (code === tooManyTries) return Object.assign(badRequest('ERR_OFFICIAL_REGISTERING', told), { cause: error })
  if (!isFinal(error)) return networkUnavailable(error)
  return Object.assign(badRequest(codeFor(error, otherwise), told), { cause: error })
}

function codeFor({ code, remedy }: GraphError, otherwise: ErrorCode): ErrorCode {
  if (wrongPin.has(code)) return 'ERR_OFFICIAL_PIN_WRONG'
  if (remedy.do !== 'stop') return otherwise
  if (remedy.because === 'token_ended') return 'ERR_OFFICIAL_TOKEN'
  return remedy.because === 'permission_lost' ? 'ERR_OFFICIAL_PERMISSION' : otherwise
}

const tooManyTries = 133016
const wrongPin = new Set([133000, 133005, 133008])

export async function refusing<T>(otherwise: ErrorCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw numberRefusal(error, otherwise)
  }
}
