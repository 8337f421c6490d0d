import type { z } from 'zod'
import { Refusal } from '../https/answer.ts'

export function refusal(status: number, code: string, description: string): Refusal {
  return new Refusal(status, { errors: [{ code, description }] })
}

/** A body that has to follow the rules of a schema. */
export function obeying<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body)
  if (success) return data
  const errors = error.issues.map(({ path, message }) => ({
    code: `invalid_${path.join('.') || 'object'}`,
    description: message,
  }))
  throw new Refusal(400, { errors })
}
