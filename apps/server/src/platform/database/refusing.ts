import type { AppError } from '../errors.ts'

/**
 * Turns a violated constraint into an error of the product. `refusals` is keyed by the name of the constraint or by the
 * error code ('23503': a row still refers to it). Requests at the same moment are decided by the database here, not by
 * a check before.
 */
export async function refusing<T>(work: Promise<T>, refusals: Readonly<Record<string, () => AppError>>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const refusal = refusals[textOf(error, 'constraint')] ?? refusals[textOf(error, 'code')]
    throw refusal?.() ?? error
  }
}

function textOf(error: unknown, key: 'constraint' | 'code'): string {
  if (!(error instanceof Error)) return ''
  const value: unknown = Reflect.get(error, key)
  return typeof value === 'string' ? value : ''
}
