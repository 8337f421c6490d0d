import { type Page, expect, test } from '@playwright/test'
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
import { inDays, written } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { readCode } from './support/whatsapp.ts'

const pix = pixOfFile()
const server = serverOfFile(() => pix().environment)

test.beforeAll(() => payByEfi(server(), pix().server))

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
  const { invoiceId } = await openFinance(page, server(), inDays(10))
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
