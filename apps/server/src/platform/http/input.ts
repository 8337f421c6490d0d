import type { Endpoint } from '@guiche/contract'
import type { z } from 'zod'
import { badRequest } from '../errors.ts'

interface RawInput {
  params: unknown
  query: unknown
  body: unknown
  isForm: boolean
}

/** Input is checked once, here; inside, types are trusted. Throws ERR_VALIDATION with what is wrong where. */
export function parseInput(endpoint: Endpoint, raw: RawInput) {
  return {
    params: endpoint.params && parse(endpoint.params, raw.params, 'params'),
    query: endpoint.query && parse(endpoint.query, raw.query, 'query'),
    body: parse(raw.isForm ? endpoint.form : endpoint.body, raw.body ?? {}, 'body'),
  }
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success && isStorable(result.data)) return result.data
  if (result.success) throw badRequest('ERR_VALIDATION', { issues: [{ path: where, message: 'invalidText' }] })
  const issues = result.error.issues
    .slice(0, 20)
    .map((issue) => ({ path: [where, ...issue.path].join('.'), message: issue.message.slice(0, 200) }))
  throw badRequest('ERR_VALIDATION', { issues })
}

/** The database has no room for the character 0 nor for half a surrogate pair, wherever in the input they stand. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isStorable)
}

/** An answer that is not what the contract says is a bug of ours. */
export function checked(endpoint: Endpoint, answer: unknown): unknown {
  const result = endpoint.answer.safeParse(answer)
  if (!result.success)
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered what the contract does not say: ${result.error.message.slice(0, 500)}`,
    )
  return result.data
}
