import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestMailServer, createMailServer } from '#test/getting-in/mail-server'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { inDays } from '#test/world/pix-world'
import { takeReceipt } from './receipts.repository.ts'

let mails: TestMailServer
let world: World
let operator: Person

beforeAll(async () => {
  mails = await createMailServer()
  world = await createWorld({ mailServer: mails.config })
  operator = await world.operator()
})
afterAll(async () => {
  await world.close()
  await mails.close()
})

const mailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address))

/** A company whose newest invoice of R$ 99,90 is open, and the addresses that get its receipt. */
async function newPayer(language: string) {
  const company = await world.company({ plan: { amount: '99.90' }, dueDate: inDays(3) })
  const admin = await company.admin()
  await world.sql('update companies set language = $2 where id = $1', [company.id, language])
  const [row] = await world.sql('select name, email from companies where id = $1', [company.id])
  const invoiceId = await eventually(async () => {
    const [invoice] = (await admin.get('/invoices/all')).body
    expect(invoice).toMatchObject({ status: 'open' })
    return Number(invoice.id)
  })
  return { company, invoiceId, name: row.name as string, email: row.email as string, admin }
}

const record = ({ id }: Company, invoiceId: number, amount: string) =>
  operator.post(`/billing/companies/${id}/payments`, {
    invoiceId,
    kind: 'manual',
    amount,
    reason: 'Transferência',
    clientId: crypto.randomUUID(),
  })

test('the company and its admins get a receipt of a paid invoice, once each', async () => {
  const { company, invoiceId, name, email, admin } = await newPayer('pt-BR')
  await record(company, invoiceId, '40.00')
  await record(company, invoiceId, '59.90')

  for (const address of [email, admin.email]) {
    await eventually(() => expect(mailsTo(address)).toHaveLength(1))
    const [mail] = mailsTo(address)
    expect(mail?.subject).toBe(`Recibo da fatura nº ${invoiceId} do Guichê`)
    expect(mail?.text).toContain(`Olá, ${name}!`)
    expect(mail?.text).toContain('Recebemos R$ 99,90 em ')
    expect(mail?.text).toContain('/financeiro')
  }
  const again = await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) =>
    takeReceipt(ctx, invoiceId),
  )
  expect(again).toBeUndefined()
})

test('the receipt is in the language of the company, and says until when the licence lasts', async () => {
  const { company, invoiceId, email } = await newPayer('en')
  await record(company, invoiceId, '99.90')

  await eventually(() => expect(mailsTo(email)).toHaveLength(1))
  const [{ until }] = await world.sql(`select extract(year from due_date) as until from companies where id = $1`, [
    company.id,
  ])
  expect(mailsTo(email)[0]?.subject).toBe(`Receipt for invoice no. ${invoiceId} of Guichê`)
  expect(mailsTo(email)[0]?.text).toMatch(new RegExp(`lasts until .*${until}`))
})

test('there is no receipt before enough has come', async () => {
  const { company, invoiceId, email } = await newPayer('pt-BR')
  await record(company, invoiceId, '40.00')
  const other = await newPayer('pt-BR')
  await record(other.company, other.invoiceId, '99.90')

  await eventually(() => expect(mailsTo(other.email)).toHaveLength(1))
  expect(mailsTo(email)).toEqual([])
})
