import { expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import {
  askForCode,
  codeOn,
  copiedCode,
  dialogOn,
  makeDue,
  openCheckout,
  openFinance,
  payByEfi,
  pixOfFile,
  row,
} from './support/billing.ts'
import { logInByApi, must } from './support/call.ts'
import { inDays, written } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'

const pix = pixOfFile()
const server = serverOfFile(() => pix().environment)

test.beforeAll(() => payByEfi(server(), pix().server))

test('A public plan can be chosen, and one that is too small for what is in use is refused with the reason', async ({
  page,
}) => {
  const company = await createCompany(server(), 'Casa Aurora', { amount: '99.90' })
  for (const name of ['Ana Prado', 'Bia Sales', 'Caio Reis']) await company.attendant(name, [])
  const operator = await logInByApi(server(), server().operator)
  const size = { users: 50, connections: 30, queues: 40 }
  await must(operator.call('POST', '/plans', { name: `Grande ${company.id}`, ...size, amount: '399.00' }))
  const invoiceId = await makeDue(server(), company, inDays(4))
  await logIn(page, server(), company.admin)
  await page.goto(`${server().url}/financeiro`)
  await openCheckout(page, invoiceId)
  const dialog = dialogOn(page)

  await test.step('three attendants are too few for four people', async () => {
    await dialog.getByRole('radio', { name: 'Personalizado' }).click()
    await dialog.getByRole('button', { name: 'Dados' }).click()
    await dialog.getByRole('textbox', { name: 'Nome completo' }).fill('')
    await dialog.getByRole('button', { name: 'Avançar' }).click()
    await expect(dialog.getByText('O nome completo é obrigatório')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Nome completo' }).fill('Ana Prado')
    await dialog.getByRole('textbox', { name: 'CPF/CNPJ' }).fill('11144477735')
    await dialog.getByRole('button', { name: 'Revisar' }).click()
    await expect(dialog.getByText('R$ 49,00')).toBeVisible()
    await dialog.getByRole('button', { name: 'PAGAR' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Este plano tem 3 atendentes, e a sua empresa já tem 4.')
    expect(pix().server.charges.some(({ description }) => description.includes(`Fatura ${invoiceId}:`))).toBe(false)
  })

  await test.step('the larger plan is offered, and begins with its payment', async () => {
    await dialog.getByRole('radio', { name: `Grande ${company.id}`, exact: true }).click()
    await dialog.getByRole('button', { name: 'Revisar' }).click()
    await expect(dialog.getByText('50 atendentes · 30 conexões WhatsApp · 40 filas')).toBeVisible()
    await dialog.getByRole('button', { name: 'PAGAR' }).click()
    await expect(codeOn(page)).toBeVisible()
    await expect(dialog).toContainText('R$ 399,00')
    pix().server.bank.pay(await copiedCode(page))
    await expect(page.getByText(/Sua licença foi renovada até/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Ir para os atendimentos' }).click()
    await expect(page).toHaveURL(/\/tickets$/)
  })
})

test('A provider that cannot be reached is told in a sentence, and paying goes on once it is up', async ({ page }) => {
  const { invoiceId } = await openFinance(page, server(), inDays(10))
  await openCheckout(page, invoiceId)
  const dialog = dialogOn(page)
  await dialog.getByRole('button', { name: 'Dados' }).click()
  await dialog.getByRole('textbox', { name: 'CPF/CNPJ' }).fill('111.444.777-35')
  await dialog.getByRole('button', { name: 'Revisar' }).click()

  const { side } = pix().server.efi
  await side.stop()
  await dialog.getByRole('button', { name: 'PAGAR' }).click()
  await expect(dialog.getByRole('alert')).toContainText('O serviço de pagamento não respondeu. Nada foi cobrado')
  await side.start()
  await dialog.getByRole('button', { name: 'PAGAR' }).click()

  await expect(codeOn(page)).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('A payment that arrives while the connection is lost is seen when it is back', async ({ page }) => {
  const { invoiceId } = await openFinance(page, server(), inDays(10))
  await openCheckout(page, invoiceId)
  await askForCode(page)
  const code = await copiedCode(page)

  await page.context().setOffline(true)
  pix().server.bank.pay(code)
  await pix().server.webhooks.idle()
  await page.context().setOffline(false)

  await expect(page.getByText(/Sua licença foi renovada até/).first()).toBeVisible()
})

test('A payment is found by looking when no event tells of it', async ({ page }) => {
  await page.routeWebSocket(/socket\.io/, (socket) => void socket.close())
  await page.route(/\/socket\.io\//, (route) => route.abort())
  const { invoiceId } = await openFinance(page, server(), inDays(10))
  await openCheckout(page, invoiceId)
  await askForCode(page)

  pix().server.bank.pay(await copiedCode(page))

  await expect(page.getByText(/Sua licença foi renovada até/).first()).toBeVisible()
})

test('A new code is asked for when the time of the first one has run out', async ({ page }) => {
  await page.clock.install()
  const { invoiceId } = await openFinance(page, server(), inDays(10))
  await openCheckout(page, invoiceId)
  await askForCode(page)
  await expect(dialogOn(page)).toContainText(/Código válido por \d+:\d\d/)

  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/subscription'))
  await page.clock.fastForward('01:00:01')
  await asked

  await expect(codeOn(page)).toBeVisible()
  await expect(dialogOn(page)).toContainText(/Código válido por \d+:\d\d/)
})

test('Invoices are searched, told apart when there is none, and cards on a phone', async ({ browser, page }) => {
  const { company, invoiceId } = await openFinance(page, server(), inDays(10))
  await page.getByRole('searchbox', { name: 'Buscar faturas' }).fill('nada disso')
  await expect(page.getByRole('heading', { name: 'Nada encontrado' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar faturas' }).fill(String(invoiceId))
  await expect(row(page, `Fatura nº ${invoiceId}`)).toBeVisible()

  const free = await createCompany(server(), 'Casa Nova')
  const { page: empty } = await openDesk(browser, server(), free.admin)
  await empty.goto(`${server().url}/financeiro`)
  await expect(empty.getByRole('heading', { name: 'Nenhuma fatura ainda' })).toBeVisible()

  const { page: phone } = await openDesk(browser, server(), company.admin, { viewport: { width: 390, height: 844 } })
  await phone.goto(`${server().url}/financeiro`)
  const card = phone
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `Fatura nº ${invoiceId}` })
  for (const text of [written(inDays(10)), 'Em Aberto', 'R$ 99,90']) await expect(card).toContainText(text)
  await expectAccessibleInBothSchemes(phone)
  await openCheckout(phone, invoiceId)
  await askForCode(phone)
  await expectAccessibleInBothSchemes(phone)
})
