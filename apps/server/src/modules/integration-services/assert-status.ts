import type { OutsideAnswer } from '#platform/outside/outside'
import { AnswerFailed } from '#modules/exchanges'

/** Throws AnswerFailed unless the service has answered with a success. */
export function assertSuccess({ status }: OutsideAnswer): void {
  if (status >= 200 && status < 300) return
  const kind = status === 401 || status === 403 ? 'notAllowed' : status === 429 ? 'limit' : 'status'
  throw new AnswerFailed(kind, `it answered with status ${status}`)
}
