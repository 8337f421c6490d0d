import type { NumberTestStep } from '@guiche/contract'
import { numberTestSteps } from '@guiche/contract'
import {
  isFinal,
  type NumberFacts,
  type TokenFacts,
  isNumberOf,
  isSubscribed,
  maySend,
  numberScopes,
  readNumber,
  readToken,
} from '@guiche/meta'
import type { Meta } from '#channels/meta'
import { keyOf } from './link-number.ts'
import type { OfficialNumber } from './official-numbers.repository.ts'

type Result = Omit<NumberTestStep, 'step'>

const ok: Result = { outcome: 'ok' }
/** It needs a step that has failed. */
const later: Result = { outcome: 'waiting' }
const failed = (reason: NumberTestStep['reason'], detail?: string): Result => ({
  outcome: 'failed',
  reason,
  ...(detail !== undefined && { detail }),
})

/** In ms. */
const soon = 7 * 24 * 60 * 60_000

/** Goes from what everything else needs to what only Meta can show. After a step that fails the others wait. */
export async function testNumber(meta: Meta, number: OfficialNumber): Promise<NumberTestStep[]> {
  const graph = meta.graphOf(keyOf(number.app))
  if (!graph) return numberTestSteps.map((step) => ({ step, ...(step === 'token' ? failed('app_missing') : later) }))
  const { routingId: phoneNumberId, accountId, token } = number
  const key = { phoneNumberId, accountId, token }
  let facts: TokenFacts | undefined
  let found: NumberFacts | undefined
  const test: Record<NumberTestStep['step'], () => Promise<Result>> = {
    token: async () => {
      facts = await readToken(graph, token)
      if (facts.appId !== undefined && facts.appId !== graph.app.appId) return failed('token_of_other_app')
      return facts.isValid ? ok : failed(hasEnded(facts) ? 'token_ended' : 'token_refused')
    },
    scopes: async () => {
      const missing = numberScopes.filter((scope) => !facts?.scopes.includes(scope))
      return missing.length === 0 ? ok : failed('scopes_missing', missing.join(', '))
    },
    expiry: async () => {
      if (!facts?.endsAt) return { ...ok, reason: 'never_ends' }
      const detail = facts.endsAt.toISOString()
      return facts.endsAt.getTime() - Date.now() < soon ? { ...ok, reason: 'ends_soon', detail } : { ...ok, detail }
    },
    number: async () => {
      if (!(await isNumberOf(graph, key, phoneNumberId))) return failed('number_not_found')
      found = await readNumber(graph, key)
      return ok
    },
    registration: async () => {
      if (!found?.isRegistered && !found?.isOnPhoneApp) return failed('not_registered')
      return maySend(found) ? ok : failed('cannot_send', found.status)
    },
    webhook: async () => {
      if (!(await isSubscribed(graph, key))) return failed('not_subscribed')
      const { webhookSeenAt } = number
      return webhookSeenAt
        ? { ...ok, detail: webhookSeenAt.toISOString() }
        : { outcome: 'waiting', reason: 'no_webhook_yet' }
    },
  }
  const steps: NumberTestStep[] = []
  for (const step of numberTestSteps) {
    const isOver = steps.some(({ outcome }) => outcome === 'failed')
    const result = isOver ? later : await test[step]().catch(refusalAt(step))
    steps.push({ step, ...result })
  }
  return steps
}

const hasEnded = ({ endsAt }: TokenFacts) => endsAt !== undefined && endsAt.getTime() <= Date.now()

const refusalAt =
  (step: NumberTestStep['step']) =>
  (error: unknown): Result => {
    if (!isFinal(error)) return failed('unavailable')
    const { remedy } = error
    if (step === 'token') return failed(error.code === 190 ? 'app_refused' : 'token_of_other_app')
    if (remedy.do === 'stop' && remedy.because === 'token_ended') return failed('token_refused')
    if (remedy.do === 'stop' && remedy.because === 'permission_lost') return failed('scopes_missing')
    return failed('number_not_found')
  }
