import { z } from 'zod'
import { monthsOf } from '../companies/companies.ts'
import { endpoint } from '../shared/call.ts'
import { isDocument, plainDocument } from '../shared/documents.ts'
import { Id, IdParams, PageNumber, SearchParam, optionalText, whole } from '../shared/fields.ts'
import { mostCents } from '../shared/money.ts'
import { Timestamps } from '../shared/refs.ts'

/** What a plan of chosen quantities costs a month, in cents (docs/requirements/back-office.md, section 9). */
export const customPlan = {
  base: 4900,
  perUser: 1100,
  perConnection: 2000,
  /** Of users and of connections. The base price includes them. */
  least: 3,
  most: 1000,
} as const

/** What it costs for as long as one payment lasts, in cents. */
export const customPlanCents = (quantities: { users: number; connections: number }, recurrence: string): number =>
  monthsOf(recurrence) *
  (customPlan.base +
    (quantities.users - customPlan.least) * customPlan.perUser +
    (quantities.connections - customPlan.least) * customPlan.perConnection)

/** What a plan costs for as long as one payment lasts, in cents. Its amount is that of a month. */
export const planCents = (amountCents: number, recurrence: string): number =>
  Math.min(monthsOf(recurrence) * amountCents, mostCents)

export const InvoiceView = z.object({
  id: z.number(),
  companyId: z.number(),
  /** Name of the plan. */
  detail: z.string(),
  /** Null: the plan is gone, or the quantities are the company's own. */
  planId: z.number().nullable(),
  /** How long a payment lasts: that of the company. */
  recurrence: z.string(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  /** A number, because existing clients format it. */
  value: z.number(),
  /** YYYY-MM-DD */
  dueDate: z.string(),
  status: z.enum(['open', 'paid']),
  paidAt: z.string().nullable(),
  useWhatsapp: z.boolean(),
  useFacebook: z.boolean(),
  useInstagram: z.boolean(),
  useCampaigns: z.boolean(),
  useSchedules: z.boolean(),
  useInternalChat: z.boolean(),
  useExternalApi: z.boolean(),
  ...Timestamps,
})
export type InvoiceView = z.output<typeof InvoiceView>

const quantity = whole(customPlan.least, customPlan.most)

/**
 * The plan as the page shows it, as JSON text. Only its id counts: `planId`, or `id`. Prices in it are ignored.
 */
const ChosenPlan = z
  .union([z.string().max(20_000), z.record(z.string(), z.unknown()), z.null()])
  .optional()
  .transform((given, context) => {
    if (given === undefined || given === null || given === '') return null
    const plan = typeof given === 'string' ? readJson(given) : given
    const parsed = z.object({ planId: Id.nullish().catch(null), id: Id.nullish().catch(null) }).safeParse(plan)
    if (parsed.success) return parsed.data.planId ?? parsed.data.id ?? null
    context.issues.push({ code: 'custom', message: 'invalidJson', input: given })
    return z.NEVER
  })

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Other fields that existing clients send, such as the price and a credit card, are not read. */
export const SubscriptionBody = z.object({
  invoiceId: Id,
  /** Without a plan the invoice is paid as it is, or with the quantities of its own that follow. */
  plan: ChosenPlan,
  users: quantity.nullish(),
  connections: quantity.nullish(),
  firstName: optionalText(200),
  lastName: optionalText(200),
  /** The checkout's field for CPF or CNPJ. Empty: that of the company. */
  zipcode: optionalText(30)
    .transform(plainDocument)
    .refine((text) => text === '' || isDocument(text), 'invalidDocument'),
})

/** What a customer pays with: the charge of a payment provider, in the shape of Efí, which existing clients read. */
export const ChargeView = z.object({
  invoiceId: z.number(),
  txid: z.string(),
  status: z.string(),
  calendario: z.object({ criacao: z.iso.datetime(), expiracao: z.number() }),
  /** Until then the code can be paid. */
  expiresAt: z.iso.datetime(),
  /** The same by the clock of the server, because that of a browser may be wrong. */
  secondsLeft: z.number(),
  valor: z.object({ original: z.string() }),
  qrcode: z.object({ qrcode: z.string() }),
})
export type ChargeView = z.output<typeof ChargeView>

export const invoiceCalls = {
  listInvoices: endpoint({
    method: 'GET',
    path: '/invoices/all',
    summary: 'Invoices of the own company, newest first: a page, as a bare array',
    access: 'payer',
    feature: 'none',
    query: z.object({ searchParam: SearchParam, pageNumber: PageNumber }),
    answer: z.array(InvoiceView),
  }),
  getInvoice: endpoint({
    method: 'GET',
    path: '/invoices/:id',
    summary: 'One invoice of the own company',
    access: 'payer',
    feature: 'none',
    params: IdParams,
    answer: InvoiceView,
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/subscription',
    summary: 'Choose a plan and get the Pix code that pays an invoice',
    access: 'payer',
    feature: 'none',
    body: SubscriptionBody,
    answer: ChargeView,
  }),
} as const
