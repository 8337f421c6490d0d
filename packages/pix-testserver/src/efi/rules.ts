import { centsOf } from '@guiche/contract'
import { z } from 'zod'

/** "199.90", in cents. */
export const Valor = z
  .string()
  .regex(/^\d{1,10}\.\d{2}$/)
  .transform((text) => centsOf(text) ?? 0)
  .refine((cents) => cents > 0)

export const Txid = z.string().regex(/^[a-zA-Z0-9]{26,35}$/)

export const RefundId = z.string().regex(/^[a-zA-Z0-9]{1,35}$/)

const Nome = z.string().min(1).max(200)

const Devedor = z.union([
  z.strictObject({ cpf: z.string().regex(/^\d{11}$/), nome: Nome }),
  z.strictObject({ cnpj: z.string().regex(/^[0-9A-Z]{14}$/), nome: Nome }),
])

const fields = {
  calendario: z.object({ expiracao: z.number().int().positive().default(86_400) }),
  devedor: Devedor.optional(),
  valor: z.object({ original: Valor }),
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
  infoAdicionais: z
    .array(z.object({ nome: z.string().max(50), valor: z.string().max(200) }))
    .max(50)
    .optional(),
}

export const NewCob = z.object(fields)

export const CobChange = z.object({
  calendario: fields.calendario.optional(),
  devedor: fields.devedor,
  valor: fields.valor.optional(),
  solicitacaoPagador: fields.solicitacaoPagador,
  status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR').optional(),
})

export const NewRefund = z.object({ valor: Valor })

export const NewWebhook = z.object({ webhookUrl: z.url() })

/** The time span of a list. */
export const Span = z.object({ inicio: z.iso.datetime({ offset: true }), fim: z.iso.datetime({ offset: true }) })
