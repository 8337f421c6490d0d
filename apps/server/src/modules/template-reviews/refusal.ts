import { ExchangeFailed, GraphError, UnexpectedAnswer, refusalOfTemplate } from '@guiche/meta'
import { type AppError, badRequest, networkUnavailable } from '#platform/errors'

/** What somebody is told whose template Meta did not take. The details are Meta's own words. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalFor(error)
  }
}

export function refusalFor(error: unknown): unknown {
  if (error instanceof ExchangeFailed || error instanceof UnexpectedAnswer) return networkUnavailable(error)
  if (!(error instanceof GraphError)) return error
  const refused = refusalOfTemplate(error)
  if (refused) return Object.assign(codeFor(refused, error), { cause: error })
  const { remedy } = error
  if (remedy.do !== 'stop') return networkUnavailable(error)
  const isPermission = remedy.because === 'permission_lost'
  return Object.assign(badRequest(isPermission ? 'ERR_OFFICIAL_PERMISSION' : 'ERR_OFFICIAL_TOKEN'), { cause: error })
}

type Refusal = NonNullable<ReturnType<typeof refusalOfTemplate>>

function codeFor(refused: Refusal, { details, message }: GraphError): AppError {
  switch (refused.because) {
    case 'contents':
      return badRequest('ERR_VALIDATION', {
        issues: [{ path: `body.${refused.path}`, message: refused.rule }],
        details,
      })
    case 'taken':
      return badRequest('ERR_TEMPLATE_NAME_TAKEN')
    case 'locked':
      return badRequest('ERR_TEMPLATE_NAME_LOCKED')
    case 'limit':
      return badRequest('ERR_TEMPLATE_LIMIT')
    case 'other':
      return badRequest('ERR_TEMPLATE_REFUSED', { details: details || message })
  }
}
