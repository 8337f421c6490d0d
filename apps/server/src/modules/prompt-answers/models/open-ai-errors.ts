import { z } from 'zod'
import type { OutsideAnswer } from '#platform/outside/outside'
import { AnswerFailed, type AnswerFailure } from '#modules/exchanges'

/**
 * What is done about an error. `again`: the same call, a little later. `wait`: when the server says. `halve`: with half of the
 * history. `drop`: without the parameter that it names. `person`: it works, but not for what this customer says.
 */
export type Remedy = 'again' | 'wait' | 'halve' | 'drop' | 'person' | { fails: AnswerFailure }

interface Row {
  status: number
  /** Undefined: any. */
  code?: RegExp
  remedy: Remedy
}

/** The first that fits counts. */
const table: readonly Row[] = [
  { status: 401, remedy: { fails: 'notAllowed' } },
  { status: 403, remedy: { fails: 'notAllowed' } },
  { status: 404, remedy: { fails: 'status' } },
  { status: 400, code: /^context_length_exceeded$/, remedy: 'halve' },
  { status: 400, code: /^unsupported_(parameter|value)$/, remedy: 'drop' },
  { status: 400, code: /^(content_filter|content_policy_violation|invalid_prompt)$/, remedy: 'person' },
  { status: 429, code: /^insufficient_quota$/, remedy: { fails: 'limit' } },
  { status: 429, remedy: 'wait' },
  { status: 500, remedy: 'again' },
  { status: 502, remedy: 'again' },
  { status: 503, remedy: 'again' },
]

export interface ModelError {
  status: number
  code: string
  /** The parameter that is wrong. */
  param: string
  /** In ms; undefined: the server does not say. */
  retryAfter: number | undefined
}

const text = z.string().nullish().catch(null)
const Body = z.object({ error: z.object({ code: text, type: text, param: text }) })

export function readError(answer: OutsideAnswer): ModelError {
  const { status, headers } = answer
  const { code, type, param } = bodyOf(answer)?.error ?? {}
  const seconds = Number(headers['retry-after'])
  return {
    status,
    code: code ?? type ?? '',
    param: param ?? '',
    retryAfter: headers['retry-after'] !== undefined && Number.isFinite(seconds) ? seconds * 1000 : undefined,
  }
}

function bodyOf(answer: OutsideAnswer) {
  try {
    return Body.safeParse(answer.json()).data
  } catch {
    return undefined
  }
}

export const remedyFor = ({ status, code }: ModelError): Remedy =>
  table.find((row) => row.status === status && (row.code?.test(code) ?? true))?.remedy ?? { fails: 'status' }

export const failureOf = (failure: AnswerFailure, { status, code }: ModelError): AnswerFailed =>
  new AnswerFailed(failure, `the model answered ${status} ${code}`)
