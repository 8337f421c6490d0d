import { type ChargeView, type InvoiceView, type PaymentView, decimalOf } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import { flagsOf } from '#modules/companies'
import type { ChargeRow } from './charges.repository.ts'
import type { InvoiceRow } from './invoices.repository.ts'
import type { ListedPaymentRow, PaymentRow } from './payments.repository.ts'

export function presentInvoice(invoice: InvoiceRow): InvoiceView {
  const flags = flagsOf(invoice.features)
  return {
    id: invoice.id,
    companyId: invoice.company_id,
    detail: invoice.detail,
    planId: invoice.plan_id,
    recurrence: invoice.recurrence,
    users: invoice.users,
    connections: invoice.connections,
    queues: invoice.queues,
    value: invoice.amount_cents / 100,
    dueDate: invoice.due_date,
    status: invoice.status,
    paidAt: isoTime(invoice.paid_at),
    useWhatsapp: flags.useWhatsapp,
    useFacebook: flags.useFacebook,
    useInstagram: flags.useInstagram,
    useCampaigns: flags.useCampaigns,
    useSchedules: flags.useSchedules,
    useInternalChat: flags.useInternalChat,
    useExternalApi: flags.useExternalApi,
    createdAt: isoTime(invoice.created_at),
    updatedAt: isoTime(invoice.updated_at),
  }
}

/** The words of Efí, which existing clients know. */
const statusWords = {
  making: 'ATIVA',
  open: 'ATIVA',
  paid: 'CONCLUIDA',
  removed: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  expired: 'ATIVA',
} as const

export function presentCharge(charge: ChargeRow): ChargeView {
  const until = charge.expires_at ?? charge.created_at
  return {
    invoiceId: charge.invoice_id,
    txid: charge.txid,
    status: statusWords[charge.status],
    calendario: {
      criacao: isoTime(charge.created_at),
      expiracao: Math.round((until.getTime() - charge.created_at.getTime()) / 1000),
    },
    expiresAt: isoTime(until),
    secondsLeft: Math.max(0, Math.round((until.getTime() - Date.now()) / 1000)),
    valor: { original: decimalOf(charge.amount_cents) },
    qrcode: { qrcode: charge.copy_text },
  }
}

export const presentPayment = (payment: PaymentRow | ListedPaymentRow): PaymentView => ({
  id: payment.id,
  companyId: payment.company_id,
  invoiceId: payment.invoice_id,
  kind: payment.kind,
  amount: decimalOf(payment.amount_cents),
  provider: payment.provider,
  externalId: payment.external_id,
  reason: payment.reason,
  byUser: payment.by_name || null,
  refundAsked: askedOf(payment),
  paidAt: isoTime(payment.paid_at),
})

const askedOf = (payment: PaymentRow | ListedPaymentRow): string | null =>
  'asked_cents' in payment && payment.asked_cents !== null ? decimalOf(payment.asked_cents) : null
