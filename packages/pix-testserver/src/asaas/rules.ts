import { centsOf } from '@guiche/contract'
import { z } from 'zod'

/** A JSON number of at most two decimals, in cents. */
export const Value = z
  .number()
  .positive()
  .transform((value) => centsOf(String(value)))
  .pipe(z.number())

export const NewCustomer = z.object({
  name: z.string().min(1).max(255),
  cpfCnpj: z.string().regex(/^(\d{11}|[0-9A-Z]{14})$/),
  email: z.email().optional(),
  mobilePhone: z.string().optional(),
  externalReference: z.string().optional(),
  notificationDisabled: z.boolean().default(false),
})

export const NewPayment = z.object({
  customer: z.string(),
  billingType: z.literal('PIX'),
  value: Value,
  dueDate: z.iso.date(),
  description: z.string().max(500).default(''),
  externalReference: z.string().max(255).default(''),
})

export const NewRefund = z.object({ value: Value.optional(), description: z.string().max(255).optional() }).default({})

const known = [
  'PAYMENT_CREATED',
  'PAYMENT_UPDATED',
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_OVERDUE',
  'PAYMENT_DELETED',
  'PAYMENT_RESTORED',
  'PAYMENT_REFUNDED',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_REFUND_IN_PROGRESS',
  'PAYMENT_RECEIVED_IN_CASH_UNDONE',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
  'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
  'PAYMENT_DUNNING_RECEIVED',
  'PAYMENT_DUNNING_REQUESTED',
  'PAYMENT_BANK_SLIP_VIEWED',
  'PAYMENT_CHECKOUT_VIEWED',
  'PAYMENT_AWAITING_RISK_ANALYSIS',
  'PAYMENT_APPROVED_BY_RISK_ANALYSIS',
  'PAYMENT_REPROVED_BY_RISK_ANALYSIS',
] as const

export type Event = (typeof known)[number]

const webhook = {
  name: z.string().min(1).max(255),
  url: z.url(),
  email: z.email(),
  enabled: z.boolean(),
  interrupted: z.boolean(),
  apiVersion: z.literal(3).default(3),
  authToken: z.string().min(32).max(255),
  sendType: z.enum(['SEQUENTIALLY', 'NON_SEQUENTIALLY']),
  events: z.array(z.enum(known)).min(1),
}

export const NewWebhook = z.object(webhook)

export const WebhookChange = NewWebhook.partial()

export type WebhookConfig = z.output<typeof NewWebhook>
