import type { InvoiceView, PlanView } from '@guiche/contract'
import { describe, expect, test } from 'vitest'
import { type CheckoutValues, bodyOf, checkoutRules, offerOf, offeredPlans } from './checkout-values.ts'

const moment = '2026-11-21T10:00:00.000Z'
const features = {
  useWhatsapp: true,
  useFacebook: true,
  useInstagram: true,
  useCampaigns: true,
  useSchedules: true,
  useInternalChat: true,
  useExternalApi: true,
}
const invoice: InvoiceView = {
  id: 7,
  companyId: 2,
  detail: 'Básico',
  planId: 1,
  recurrence: '',
  users: 10,
  connections: 5,
  queues: 4,
  value: 199.9,
  dueDate: '2026-12-01',
  status: 'open',
  paidAt: null,
  ...features,
  createdAt: moment,
  updatedAt: moment,
}
const plan = (id: number, name: string, amount: string, size = { users: 20, connections: 8, queues: 9 }): PlanView => ({
  id,
  name,
  amount,
  ...size,
  contactListPeople: null,
  campaignPeople: null,
  campaignsPerHour: null,
  isPublic: true,
  ...features,
  useKanban: true,
  useOpenAi: true,
  useIntegration: true,
  useIntegrations: true,
  createdAt: moment,
  updatedAt: moment,
})
const basic = plan(1, 'Básico', '199.90', { users: 10, connections: 5, queues: 4 })
const large = plan(2, 'Grande', '399.00')
const choices = { invoice, plans: [basic, large], current: basic }
const filled: CheckoutValues = {
  name: 'Padaria Lua',
  document: '12.ABC.345/01DE-35',
  choice: 'asIs',
  users: 3,
  connections: 3,
}

describe('what is offered', () => {
  test('are the public plans, without the one of the invoice and those that cost nothing', () => {
    expect(offeredPlans({ invoice, plans: [basic, large, plan(3, 'Teste', '0.00')] })).toEqual([large])
  })

  test('is the plan of the invoice too if it has another price by now', () => {
    const cheaper = { ...basic, amount: '149.90' }
    expect(offeredPlans({ invoice, plans: [cheaper] })).toEqual([cheaper])
  })
})

describe('the price', () => {
  test('of an invoice that is paid as it is comes from the invoice', () => {
    expect(offerOf(filled, choices)).toEqual({ name: 'Básico', users: 10, connections: 5, queues: 4, cents: 19_990 })
  })

  test('of a plan comes from the plan', () => {
    expect(offerOf({ ...filled, choice: '2' }, choices)).toMatchObject({ name: 'Grande', users: 20, cents: 39_900 })
    expect(offerOf({ ...filled, choice: '9' }, choices)).toBeUndefined()
  })

  test.each([
    [3, 3, 4900],
    [4, 3, 6000],
    [3, 4, 6900],
    [5, 4, 9100],
    [1000, 1000, 4900 + 997 * 1100 + 997 * 2000],
  ])('of %i attendants and %i connections is %i cents', (users, connections, cents) => {
    expect(offerOf({ ...filled, choice: 'own', users, connections }, choices)).toMatchObject({
      name: undefined,
      users,
      connections,
      queues: 4,
      cents,
    })
  })

  test('of a plan is multiplied by the months that a payment lasts', () => {
    const yearly = { ...choices, invoice: { ...invoice, recurrence: 'ANUAL', value: 12 * 199.9 } }
    expect(offerOf({ ...filled, choice: '2' }, yearly)).toMatchObject({ cents: 12 * 39_900 })
    expect(offeredPlans(yearly)).toEqual([large])
  })

  test('of quantities of its own is multiplied by the months that a payment lasts', () => {
    const yearly = { ...choices, invoice: { ...invoice, recurrence: 'ANUAL' } }
    expect(offerOf({ ...filled, choice: 'own' }, yearly)).toMatchObject({ cents: 12 * 4900 })
  })

  test('of quantities that are not valid is not known', () => {
    for (const users of [2, -1, 3.5, 1001, ''])
      expect(offerOf({ ...filled, choice: 'own', users }, choices)).toBeUndefined()
  })
})

describe('the form', () => {
  test('needs a document with right check digits', () => {
    expect(Object.keys(checkoutRules({ ...filled, document: '12.ABC.345/01DE-36' }))).toEqual(['document'])
  })

  test('needs name and document, and quantities of at least three only if they are chosen', () => {
    const wrong = { name: ' ', document: '', users: 2, connections: '' }
    expect(Object.keys(checkoutRules({ ...filled, ...wrong }))).toEqual(['name', 'document'])
    expect(Object.keys(checkoutRules({ ...wrong, choice: 'own' }))).toEqual([
      'name',
      'document',
      'users',
      'connections',
    ])
    expect(checkoutRules({ ...filled, choice: 'own' })).toEqual({})
  })

  test('sends the choice and no price', () => {
    const payer = { invoiceId: 7, firstName: 'Padaria Lua', zipcode: filled.document }
    expect(bodyOf(filled, invoice)).toEqual(payer)
    expect(bodyOf({ ...filled, choice: '2' }, invoice)).toEqual({ ...payer, plan: { planId: 2 } })
    expect(bodyOf({ ...filled, choice: 'own', users: 5 }, invoice)).toEqual({ ...payer, users: 5, connections: 3 })
  })
})
