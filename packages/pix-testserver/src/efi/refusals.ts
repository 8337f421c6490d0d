import type { z } from 'zod'
import { Refusal } from '../https/answer.ts'

/** A refusal in Efí's own form. */
export function refusal(status: number, nome: string, mensagem: string): Refusal {
  return new Refusal(status, { nome, mensagem })
}

/** A refusal in the form of OAuth. */
export function tokenRefusal(status: number, error: string, description: string): Refusal {
  return new Refusal(status, { error, error_description: description })
}

/** A refusal in the central bank's form: which fields are against which rule. */
export function violation(type: string, issues: readonly z.core.$ZodIssue[]): Refusal {
  return new Refusal(400, {
    type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
    title: 'Requisição inválida.',
    status: 400,
    detail: 'A requisição não respeita o schema.',
    violacoes: issues.map(({ path, message }) => ({ razao: message, propriedade: path.join('.') })),
  })
}

/** A body that has to follow the rules of a schema. */
export function obeying<Schema extends z.ZodType>(schema: Schema, body: unknown, type: string): z.output<Schema> {
  const { success, data, error } = schema.safeParse(body)
  if (!success) throw violation(type, error.issues)
  return data
}
