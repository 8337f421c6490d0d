import { type PixServer, createPixServer } from '@guiche/pix-testserver'
import { type Answer, type Company, type Person, type World, createWorld, eventually } from './index.ts'

export interface PixWorld {
  pix: PixServer
  world: World
  operator: Person
  /** Has companies pay by this provider from now on. */
  use(provider: 'efi' | 'asaas'): Promise<void>
  /** A company whose invoice is due in three days, with the calls of its admin and of the operator. */
  payer(): Promise<Payer>
  /** The operator makes a plan. */
  plan(fields?: Record<string, unknown>): Promise<Body>
  /** Throws if the providers of the tests have failed, or were asked for what they do not know. */
  assertNoProblems(): void
  close(): Promise<void>
}

type Body = Answer['body']

export interface Payer {
  company: Company
  admin: Person
  /** The newest one. */
  invoice(): Promise<Body>
  /** Asks for the code that pays it. */
  subscribe(fields?: Record<string, unknown>): Promise<Answer>
  dueDate(): Promise<string>
  planId(): Promise<number>
  /** Newest first. */
  ledger(): Promise<Body[]>
  reviews(): Promise<Body[]>
  /** Pays the code and lets the provider report it. */
  pay(code: string, how?: (bank: PixServer['bank'], code: string) => unknown): Promise<void>
  /** The operator enters money that came by another way. */
  record(fields?: Record<string, unknown>): Promise<Answer>
  /** The operator gives money of a payment back. */
  refund(paymentId: number, fields: Record<string, unknown>): Promise<Answer>
}

/** The real application and the payment providers of the tests. */
export async function createPixWorld(): Promise<PixWorld> {
  const pix = await createPixServer()
  const world = await createWorld({
    pix: { efi: pix.efi.url, asaas: pix.asaas.url, caFile: pix.files().ca, efiWebhooksFrom: ['127.0.0.1'] },
  })
  await world.url()
  const operator = await world.operator()
  return { pix, world, operator, use, payer, plan, assertNoProblems, close }

  async function use(provider: 'efi' | 'asaas') {
    const saved = await operator.put('/billing/settings', pix.settings[provider])
    if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
    const { body } = await operator.post('/billing/settings/test', {})
    if (body.state !== 'works') throw new Error(`${provider}: ${JSON.stringify(body)}`)
  }

  async function payer(): Promise<Payer> {
    const company = await world.company({ dueDate: inDays(3) })
    const admin = await company.admin()
    // Invoices follow what the operator saves.
    await operator.put(`/companies/${company.id}`, { document: '11444777000161' })
    const path = `/billing/companies/${company.id}`
    const read = async () => (await admin.get(`/companies/${company.id}`)).body
    const invoice = async () => (await admin.get('/invoices/all?searchParam=&pageNumber=1')).body[0]
    await eventually(async () => {
      if (!(await invoice())) throw new Error('no invoice yet')
    })
    return {
      company,
      admin,
      invoice,
      subscribe: async (fields = {}) =>
        admin.post('/subscription', { invoiceId: (await invoice()).id, plan: '', price: 1, ...fields }),
      dueDate: async () => (await read()).dueDate,
      planId: async () => (await read()).planId,
      ledger: async () => (await operator.get(path)).body.payments,
      reviews: async () =>
        (await operator.get('/billing/reviews')).body.reviews.filter(
          ({ companyId }: { companyId: number }) => companyId === company.id,
        ),
      pay: async (code, how = (bank, copied) => bank.pay(copied)) => {
        how(pix.bank, code)
        await pix.webhooks.idle()
      },
      record: async (fields = {}) =>
        operator.post(`${path}/payments`, {
          invoiceId: (await invoice()).id,
          kind: 'manual',
          amount: '49.00',
          reason: 'Transferência',
          clientId: crypto.randomUUID(),
          ...fields,
        }),
      refund: (paymentId, fields) =>
        operator.post(`${path}/payments/${paymentId}/refund`, {
          reason: 'Cobrado a mais',
          clientId: crypto.randomUUID(),
          ...fields,
        }),
    }
  }

  async function plan(fields: Record<string, unknown> = {}): Promise<Body> {
    const size = { users: 200, connections: 200, queues: 200 }
    const answer = await operator.post('/plans', {
      name: `Plano ${crypto.randomUUID()}`,
      ...size,
      amount: '199.90',
      ...fields,
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.body
  }

  function assertNoProblems() {
    if (pix.problems.length > 0) throw new Error(JSON.stringify(pix.problems))
  }

  async function close() {
    await world.close()
    await pix.stop()
  }
}

/** In the time zone of a new company. */
export function inDays(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(day)
}
