import {
  type InvoiceView,
  type PlanView,
  type SessionUser,
  centsOf,
  customPlan,
  customPlanCents,
  isDocument,
  planCents,
} from '@guiche/contract'
import i18next from 'i18next'

export type CheckoutValues = {
  /** Of who pays. */
  name: string
  /** CPF or CNPJ. */
  document: string
  /** `asIs`, `own`, or the id of a plan. */
  choice: string
  /** Quantities for `own`. A field that is being edited may be empty. */
  users: number | string
  connections: number | string
}

export const steps = ['payer', 'plan', 'review'] as const
export type Step = (typeof steps)[number]

export const fieldsOf: Record<Step, (keyof CheckoutValues)[]> = {
  payer: ['name', 'document'],
  plan: ['users', 'connections'],
  review: [],
}

export const valuesOf = ({ name, document }: SessionUser['company']): CheckoutValues => ({
  name,
  document,
  choice: 'asIs',
  users: customPlan.least,
  connections: customPlan.least,
})

/** What is wrong, by field (docs/requirements/back-office.md, section 5). */
export function checkoutRules({ name, document, choice, users, connections }: CheckoutValues): Record<string, string> {
  const isOutOfRange = (value: number | string) => choice === 'own' && !isQuantity(value)
  const quantity = i18next.t('billing.checkout.quantityWrong', { least: customPlan.least, most: customPlan.most })
  return {
    ...(name.trim() === '' && { name: i18next.t('billing.checkout.nameRequired') }),
    ...documentRule(document),
    ...(isOutOfRange(users) && { users: quantity }),
    ...(isOutOfRange(connections) && { connections: quantity }),
  }
}

function documentRule(document: string): Record<string, string> {
  if (document.trim() === '') return { document: i18next.t('billing.checkout.documentRequired') }
  return isDocument(document) ? {} : { document: i18next.t('ui.form.invalidDocument') }
}

const isQuantity = (value: number | string) =>
  typeof value === 'number' && Number.isInteger(value) && value >= customPlan.least && value <= customPlan.most

/** What is sold. The server computes the price again, from its own plans. */
export interface Offer {
  /** Undefined: quantities of its own. */
  name: string | undefined
  users: number
  connections: number
  queues: number
  cents: number
}

interface Choices {
  invoice: InvoiceView
  /** Public ones. */
  plans: PlanView[]
  /** The plan that the company has now. */
  current: Pick<PlanView, 'queues'>
}

/** Plans that are another choice than to pay the invoice as it is. One that costs nothing cannot be paid. */
export const offeredPlans = ({ invoice, plans }: Pick<Choices, 'invoice' | 'plans'>): PlanView[] =>
  plans.filter((plan) => {
    const cents = centsOf(plan.amount) ?? 0
    return cents > 0 && !(plan.id === invoice.planId && isSame(offerOfPlan(plan, invoice), offerOfInvoice(invoice)))
  })

/** Undefined: the plan is not offered any more, or a quantity is no number. */
export function offerOf(values: CheckoutValues, choices: Choices): Offer | undefined {
  if (values.choice === 'asIs') return offerOfInvoice(choices.invoice)
  if (values.choice === 'own') return ownOffer(values, choices)
  const plan = choices.plans.find(({ id }) => String(id) === values.choice)
  return plan && offerOfPlan(plan, choices.invoice)
}

function ownOffer({ users, connections }: CheckoutValues, { invoice, current }: Choices): Offer | undefined {
  if (!isQuantity(users) || !isQuantity(connections)) return undefined
  const quantities = { users: Number(users), connections: Number(connections) }
  const queues = Math.max(current.queues, customPlan.least)
  return { name: undefined, ...quantities, queues, cents: customPlanCents(quantities, invoice.recurrence) }
}

const offerOfInvoice = ({ detail, users, connections, queues, value }: InvoiceView): Offer => ({
  name: detail,
  users,
  connections,
  queues,
  cents: Math.round(value * 100),
})

/** For as many months as a payment lasts. */
const offerOfPlan = (
  { name, users, connections, queues, amount }: PlanView,
  { recurrence }: Pick<InvoiceView, 'recurrence'>,
): Offer => ({
  name,
  users,
  connections,
  queues,
  cents: planCents(centsOf(amount) ?? 0, recurrence),
})

const isSame = (a: Offer, b: Offer) =>
  a.users === b.users && a.connections === b.connections && a.queues === b.queues && a.cents === b.cents

export function bodyOf({ name, document, choice, users, connections }: CheckoutValues, { id }: InvoiceView) {
  return {
    invoiceId: id,
    firstName: name.trim(),
    zipcode: document,
    ...(choice === 'own' && { users: Number(users), connections: Number(connections) }),
    ...(choice !== 'own' && choice !== 'asIs' && { plan: { planId: Number(choice) } }),
  }
}
