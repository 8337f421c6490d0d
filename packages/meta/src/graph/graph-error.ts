import { z } from 'zod'
import { type Remedy, remedyFor } from './error-table.ts'
import type { GraphAnswer } from './transport.ts'

interface Refusal {
  code: number
  subcode: number | undefined
  text: string
  /** What exactly is wrong, in words for people. */
  details: string
  /** By which Meta finds the call in its own log. */
  traceId: string | undefined
}

/** A refusal by Meta. Its message contains no address and no token. */
export class GraphError extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | undefined
  /** What exactly is wrong, in Meta's words for people; may be empty. */
  readonly details: string
  /** By which Meta finds the call in its own log. */
  readonly traceId: string | undefined
  readonly remedy: Remedy
  /** For a limit: when it ends, if Meta says so. */
  readonly retryAfterSeconds: number | undefined

  constructor(what: string, { status, headers }: GraphAnswer, { code, subcode, text, details, traceId }: Refusal) {
    const number = subcode === undefined ? String(code) : `${code}/${subcode}`
    super(`Meta refused to ${what}: ${number} ${text}`)
    this.status = status
    this.code = code
    this.subcode = subcode
    this.details = details
    this.traceId = traceId
    this.remedy = remedyFor(code, subcode)
    this.retryAfterSeconds = ['hold', 'holdCampaigns'].includes(this.remedy.do) ? retryAfter(headers) : undefined
  }
}

/** Whether Meta has refused it for good. What else goes wrong may pass: limits, disturbances, lost answers. */
export const isFinal = (error: unknown): error is GraphError =>
  error instanceof GraphError && !['again', 'hold', 'holdPair', 'holdCampaigns'].includes(error.remedy.do)

/** An answer that is neither a success nor a refusal as documented. */
export class UnexpectedAnswer extends Error {
  readonly status: number
  /** What was asked for may have been done. */
  readonly mayBeDone: boolean

  constructor(what: string, status: number) {
    super(`Meta gave an unexpected answer (${status}) when we wanted to ${what}`)
    this.status = status
    this.mayBeDone = status < 300 || status >= 500
  }
}

const Body = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number(),
    error_subcode: z.number().optional(),
    error_user_msg: z.string().optional().catch(undefined),
    fbtrace_id: z.string().max(100).optional().catch(undefined),
    error_data: z
      .object({ details: z.string().optional().catch(undefined) })
      .optional()
      .catch(undefined),
  }),
})

const longestText = 200

/** Meta's own words are kept for the log. They may repeat what was sent, so secrets are taken out. */
export function refusalIn(body: unknown, secrets: readonly string[]): Refusal | undefined {
  const { success, data } = Body.safeParse(body)
  if (!success) return undefined
  const { code, error_subcode: subcode, message, error_user_msg: forPeople, error_data: more } = data.error
  const { fbtrace_id: traceId } = data.error
  const shown = (words: string) =>
    secrets
      .filter(Boolean)
      .reduce((left, secret) => left.replaceAll(secret, '…'), words)
      .slice(0, longestText)
  return { code, subcode, text: shown(message), details: shown(forPeople ?? more?.details ?? ''), traceId }
}

const Usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().optional() })))

/** In seconds. The header of Meta counts minutes. */
function retryAfter(headers: GraphAnswer['headers']): number | undefined {
  const after = headers['retry-after']
  if (after !== undefined && /^\d{1,6}$/.test(after)) return Number(after)
  const { success, data } = Usage.safeParse(parsed(headers['x-business-use-case-usage'] ?? ''))
  if (!success) return undefined
  const minutes = Object.values(data).flatMap((ones) => ones.map((one) => one.estimated_time_to_regain_access ?? 0))
  const longest = Math.max(0, ...minutes)
  return longest > 0 ? longest * 60 : undefined
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
