import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { askForCode, codeOn, copiedCode, makeDue, payByEfi, pixOfFile } from './support/billing.ts'
import { logInByApi, must } from './support/call.ts'
import { inDays, written } from './support/clock.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { readCode } from './support/whatsapp.ts'

const pix = pixOfFile()
const server = serverOfFile(() => pix().environment)

test.beforeAll(() => payByEfi(server(), pix().server))

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const dialogOn = (page: Page) => page.getByRole('dialog')

/** A company that pays R$ 99,90, and an admin who looks at the invoice that is due on that day. */
async function openFinance(page: Page, dueDate: string): Promise<{ company: Company; invoiceId: number }> {
  const company = await createCompany(server(), 'Casa Aurora', { amount: '99.90' })
  const invoiceId = await makeDue(server(), company, dueDate)
  await logIn(page, server(), company.admin)
  await page.goto(`${server().url}/financeiro`)
  await expect(row(page, written(dueDate))).toBeVisible()
  return { company, invoiceId }
}

const openCheckout = (page: Page, invoiceId: number) =>
  page.getByRole('button', { name: `Pagar a fatura nº ${invoiceId}` }).click()

test('A blocked company is paid by Pix, and every window of it works again by itself', async ({ browser, page }) => {
  const company = await createCompany(server(), 'Padaria Lua', { amount: '99.90' })
  const carla = await company.attendant('Carla Nunes', [])
  const { page: open } = await openDesk(browser, server(), carla)
  const invoiceId = await makeDue(server(), company, '2020-01-31')

  await test.step('the attendant sees whom to ask, and no invoice', async () => {
    await open.reload()
    await expect(open).toHaveURL(/\/financeiro-aberto$/)
    await expect(open.getByRole('heading', { name: 'Assinatura vencida' })).toBeVisible()
    await expect(open.getByText('Um administrador da sua empresa pode pagar a fatura')).toBeVisible()
    await expect(open.getByRole('table')).toHaveCount(0)
    await expectAccessibleInBothSchemes(open)
  })

  await test.step('the admin sees the overdue invoice', async () => {
    await page.goto(`${server().url}/login`)
    await page.getByLabel('E-mail').fill(company.admin.email)
    await page.getByLabel('Senha', { exact: true }).fill(company.admin.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page).toHaveURL(/\/financeiro-aberto$/)
    await expect(page.getByText('A assinatura venceu em 31/01/2020.')).toBeVisible()
    for (const text of ['31/01/2020', 'Vencido', 'R$ 99,90', '20'])
      await expect(row(page, `Fatura nº ${invoiceId}`)).toContainText(text)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the checkout begins with the plan, and asks for what is missing', async () => {
    await openCheckout(page, invoiceId)
    const dialog = dialogOn(page)
    await expect(dialog.getByRole('button', { name: 'Personalizar' })).toHaveAttribute('aria-current', 'step')
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Avançar' }).click()
    await expect(dialog.getByText('não informado')).toBeVisible()
    await dialog.getByRole('button', { name: 'PAGAR' }).click()
    await expect(dialog.getByText('CEP é obrigatório')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'CPF/CNPJ' })).toBeFocused()
    await expectAccessibleInBothSchemes(page)
    await askForCode(page)
  })

  const code = await copiedCode(page)
  await test.step('the picture has the code that is copied, with value and time left', async () => {
    const waits = 'Assinatura realizada com sucesso!, aguardando a realização do pagamento'
    await expect(page.getByText(waits)).toBeVisible()
    expect(await readCode(codeOn(page))).toBe(code)
    await expect(dialogOn(page)).toContainText('R$ 99,90')
    await expect(dialogOn(page)).toContainText(/Código válido por (60:00|59:\d\d)/)
    await expectAccessibleInBothSchemes(page)
  })

  pix().server.bank.pay(code)
  // Each says so for five seconds only.
  const renewed = (screen: Page) => screen.getByText(/Sua licença foi renovada até \d\d\/\d\d\/\d{4}!/).first()
  await Promise.all([page, open].map((screen) => expect(renewed(screen)).toBeVisible()))
  for (const screen of [page, open]) {
    await expect(screen).toHaveURL(/\/tickets$/)
    await expect(screen.getByRole('region', { name: 'Conversas' })).toBeVisible()
  }
  await page.goto(`${server().url}/financeiro`)
  await expect(row(page, `Fatura nº ${invoiceId}`)).toContainText('Pago')
  await expect(page.getByRole('button', { name: `Pagar a fatura nº ${invoiceId}` })).toHaveCount(0)
})

test('Own quantities cost what the price list says, and cannot be less than three', async ({ page }) => {
  const { invoiceId } = await openFinance(page, inDays(10))
  await expect(row(page, `Fatura nº ${invoiceId}`)).toContainText('Em Aberto')
  await openCheckout(page, invoiceId)
  const dialog = dialogOn(page)
  const own = dialog.getByRole('radio', { name: 'Personalizado' })

  await own.click()
  await expect(own).toContainText('R$ 49,00')
  await dialog.getByRole('textbox', { name: 'Usuários' }).fill('5')
  await dialog.getByRole('textbox', { name: 'Conexões' }).fill('4')
  await expect(own).toContainText('R$ 91,00')
  await expect(own).toContainText('5 atendentes · 4 conexões WhatsApp')

  await dialog.getByRole('textbox', { name: 'Conexões' }).fill('')
  await dialog.getByRole('button', { name: 'Avançar' }).click()
  await expect(dialog.getByText('De 3 a 1000')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Conexões' }).fill('4')

  await askForCode(page)
  await expect(dialog).toContainText('R$ 91,00')
})

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
  const { invoiceId } = await openFinance(page, inDays(10))
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
  const { invoiceId } = await openFinance(page, inDays(10))
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
  const { invoiceId } = await openFinance(page, inDays(10))
  await openCheckout(page, invoiceId)
  await askForCode(page)

  pix().server.bank.pay(await copiedCode(page))

  await expect(page.getByText(/Sua licença foi renovada até/).first()).toBeVisible()
})

test('A new code is asked for when the time of the first one has run out', async ({ page }) => {
  await page.clock.install()
  const { invoiceId } = await openFinance(page, inDays(10))
  await openCheckout(page, invoiceId)
  await askForCode(page)
  await expect(dialogOn(page)).toContainText(/Código válido por \d+:\d\d/)

  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/subscription'))
  await page.clock.fastForward('01:00:01')
  await asked

  await expect(codeOn(page)).toBeVisible()
  await expect(dialogOn(page)).toContainText(/Código válido por \d+:\d\d/)
})

test('Admins see the last days of the subscription on every screen, and attendants do not', async ({
  browser,
  page,
}) => {
  const company = await createCompany(server(), 'Casa Aurora', { amount: '99.90' })
  const ana = await company.attendant('Ana Prado', [])
  await makeDue(server(), company, inDays(5))
  await logIn(page, server(), company.admin)
  const bar = (screen: Page) => screen.getByRole('region', { name: 'Assinatura' })

  await expect(bar(page)).toContainText(`Sua assinatura vence em 5 dias, em ${written(inDays(5))}.`)
  await expectAccessibleInBothSchemes(page)
  await bar(page).getByRole('link', { name: 'Ver faturas' }).click()
  await expect(page).toHaveURL(/\/financeiro$/)
  const { page: hers } = await openDesk(browser, server(), ana)
  await expect(hers.getByRole('region', { name: 'Conversas' })).toBeVisible()
  await expect(bar(hers)).toHaveCount(0)
})

test('Invoices are searched, told apart when there is none, and cards on a phone', async ({ browser, page }) => {
  const { company, invoiceId } = await openFinance(page, inDays(10))
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
