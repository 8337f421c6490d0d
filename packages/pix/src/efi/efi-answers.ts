import { z } from 'zod'
import type { ChargeState, ChargeStatus, PixPayment, RefundState } from '../gateway.ts'
import type { Reason } from '../http/failures.ts'
import { Amount } from '@guiche/contract'

const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

export const Token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string().default(''),
})

export const Refund = z.object({ id: z.string(), valor: Amount, status: z.string() })

const Payment = z.object({
  endToEndId: z.string(),
  valor: Amount,
  horario: Moment,
  devolucoes: z.array(Refund).optional(),
})

export const Charge = z.object({
  txid: z.string(),
  status: z.string(),
  calendario: z.object({ criacao: Moment, expiracao: z.coerce.number().int().positive() }),
  valor: z.object({ original: Amount }),
  loc: z.object({ id: z.number() }).optional(),
  pixCopiaECola: z.string().optional(),
  pix: z.array(Payment).default([]),
})

export const QrCode = z.object({ qrcode: z.string() })

/** Efí answers some calls with a body of no interest. */
export const Anything = z.unknown()

const Problem = z.union([
  z.object({ nome: z.string(), mensagem: z.string().default('') }),
  z.object({ error: z.string(), error_description: z.string().default('') }),
  z.object({
    type: z.string(),
    title: z.string().default(''),
    detail: z.string().default(''),
    violacoes: z.array(z.object({ razao: z.string().default(''), propriedade: z.string().default('') })).default([]),
  }),
])

/** Efí has its own form of errors, that of OAuth for tokens, and that of the central bank. */
export function reasonIn(body: unknown): Reason | undefined {
  const { data } = Problem.safeParse(body)
  if (!data) return undefined
  if ('nome' in data) return { code: data.nome, text: data.mensagem }
  if ('error' in data) return { code: data.error, text: data.error_description }
  const fields = data.violacoes.map(({ propriedade, razao }) => `${propriedade}: ${razao}`)
  return { code: data.type.split('/').at(-1), text: [data.detail || data.title, ...fields].join('; ') }
}

export function expiryOf({ calendario: { criacao, expiracao } }: z.output<typeof Charge>): Date {
  return new Date(criacao.getTime() + expiracao * 1000)
}

/** A charge of Efí in our terms. */
export function stateOf(charge: z.output<typeof Charge>): ChargeState {
  const payments = charge.pix.map(paymentOf)
  return {
    providerId: charge.txid,
    txid: charge.txid,
    amountCents: charge.valor.original,
    status: statusOf(charge.status, payments),
    providerStatus: charge.status,
    payments,
  }
}

function paymentOf({ endToEndId, valor, horario, devolucoes = [] }: z.output<typeof Payment>): PixPayment {
  const arrived = devolucoes.filter(({ status }) => status === 'DEVOLVIDO')
  const refundedCents = arrived.reduce((sum, { valor: refunded }) => sum + refunded, 0)
  return { id: endToEndId, amountCents: valor, paidAt: horario, refundedCents }
}

function statusOf(status: string, payments: PixPayment[]): ChargeStatus {
  switch (status) {
    case 'ATIVA':
      return 'open'
    case 'CONCLUIDA':
      return payments.length > 0 && payments.every((one) => one.refundedCents >= one.amountCents) ? 'refunded' : 'paid'
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
    case 'REMOVIDA_PELO_PSP':
      return 'removed'
    default:
      return 'other'
  }
}

export function refundStateOf({ status }: z.output<typeof Refund>): RefundState {
  if (status === 'DEVOLVIDO') return { status: 'done' }
  return { status: status === 'NAO_REALIZADO' ? 'failed' : 'processing' }
}
