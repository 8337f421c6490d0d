import type { z } from 'zod'
import { refuse } from './refuse.ts'

/** Parameters of a call to WhatsApp, which have to follow the rules of a schema. */
export function obeying<Schema extends z.ZodType>(
  schema: Schema,
  params: unknown,
  within: string[] = [],
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(params)
  if (success) return data
  const [issue] = error.issues
  const name = [...within, ...(issue?.path ?? [])].join('.')
  if (issue?.code === 'invalid_type' && issue.message.endsWith('undefined'))
    throw refuse(131008, { details: `Parameter '${name}' is missing.` })
  throw refuse(131009, { details: `Parameter '${name}': ${issue?.message ?? 'is not valid'}` })
}

/** Parameters of other calls: everything that is wrong has code 100. */
export function obeying100<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(params)
  if (success) return data
  const [issue] = error.issues
  throw refuse(100, { message: `Param ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}` })
}
