import type { Endpoint } from '@guiche/contract'
import type { z } from 'zod'
import { badRequest, notFound } from '../errors.ts'
import { storableText } from '../text.ts'

interface RawInput {
  params: unknown
  query: unknown
  headers: unknown
  body: unknown
  isForm: boolean
}

/** Validates input once, at the edge; the rest of the code trusts the types. Throws ERR_VALIDATION with the issues. */
export function parseInput(endpoint: Endpoint, raw: RawInput) {
  return {
    params: parseParams(endpoint, raw.params),
    query: endpoint.query && parse(endpoint.query, raw.query, 'query'),
    headers: endpoint.headers && parse(endpoint.headers, raw.headers, 'headers'),
    body: parse(raw.isForm ? endpoint.form : endpoint.body, raw.body ?? {}, 'body'),
  }
}

/**
 * Forms are validated before any part of them is read. A word in place of an id is answered with 404, not as invalid:
 * clients take 404 for a feature that this server does not have (`/prompt/models`).
 */
export function parseParams({ params: schema }: Endpoint, params: unknown): unknown {
  if (!schema) return undefined
  try {
    return parse(schema, params, 'params')
  } catch (error) {
    const isWord = (value: unknown) => typeof value === 'string' && /^[a-z]/i.test(value)
    if (Object.values(params ?? {}).some(isWord)) throw notFound('ERR_NOT_FOUND')
    throw error
  }
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(storable(value))
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, 20).map((issue) => ({
    path: [where, ...issue.path].join('.'),
    message: issue.message.slice(0, 200),
    ...(issue.code === 'too_big' && { limit: Number(issue.maximum) }),
  }))
  throw badRequest('ERR_VALIDATION', { issues })
}

/**
 * Makes all texts storable: PostgreSQL accepts neither NUL nor lone surrogates. Refuses structures that are nested
 * deeper than any of ours (S47).
 */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 32) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body', message: 'tooDeep' }] })
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, storable(item, depth + 1)]))
}

/** An answer that violates the contract is a bug. */
export function checked(endpoint: Endpoint, answer: unknown): unknown {
  const result = endpoint.answer.safeParse(answer)
  if (!result.success)
    throw new Error(
      `${endpoint.method} ${endpoint.path} answered what the contract does not say: ${result.error.message.slice(0, 500)}`,
    )
  return result.data
}
