import type { AppError } from '../errors.ts'

/**
 * What a constraint of the database refuses, told in the words of the product: two requests at the same moment are told
 * apart here and nowhere else. By the constraint's name, or by the class of error ('23503': something still points at it).
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
