import { decimalOf } from '@guiche/contract'
import type { BookCharge, BookPayment, BookRefund } from '../book/book.ts'

/** What Efí keeps of a charge beside the book. */
export interface CobDetails {
  locId: number
  revision: number
  expiracao: number
  devedor: { cpf: string; nome: string } | { cnpj: string; nome: string } | undefined
  chave: string
}

const refundStatus = { processing: 'EM_PROCESSAMENTO', done: 'DEVOLVIDO', failed: 'NAO_REALIZADO' } as const

export function statusOf({ payments, isRemoved }: BookCharge): string {
  if (payments.length > 0) return 'CONCLUIDA'
  return isRemoved ? 'REMOVIDA_PELO_USUARIO_RECEBEDOR' : 'ATIVA'
}

export function cobView(charge: BookCharge, { locId, revision, expiracao, devedor, chave }: CobDetails) {
  const { txid, location, createdAt, amountCents, description, copyText, payments } = charge
  return {
    calendario: { criacao: createdAt.toISOString(), expiracao },
    txid,
    revisao: revision,
    status: statusOf(charge),
    loc: { id: locId, location, tipoCob: 'cob' },
    location,
    ...(devedor && { devedor }),
    valor: { original: decimalOf(amountCents) },
    chave,
    ...(description !== '' && { solicitacaoPagador: description }),
    pixCopiaECola: copyText,
    ...(payments.length > 0 && { pix: payments.map((payment) => pixView(charge, payment)) }),
  }
}

/** A payment, as `GET` has it. */
export function pixView({ txid }: BookCharge, { id, amountCents, paidAt, refunds }: BookPayment) {
  return {
    endToEndId: id,
    txid,
    valor: decimalOf(amountCents),
    horario: paidAt.toISOString(),
    infoPagador: '',
    ...(refunds.length > 0 && { devolucoes: refunds.map(refundView) }),
  }
}

export function refundView({ id, amountCents, status, at }: BookRefund) {
  return {
    id,
    rtrId: `D${id.padStart(31, '0')}`,
    valor: decimalOf(amountCents),
    horario: { solicitacao: at.toISOString() },
    status: refundStatus[status],
  }
}
