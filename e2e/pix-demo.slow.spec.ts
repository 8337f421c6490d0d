import { type Page, expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { askForCode, codeOn, copiedCode } from './support/billing.ts'
import { demoOfFile } from './support/demo/demo-of-file.ts'
import { logIn } from './support/desk.ts'

const { printed, url } = demoOfFile('pix-demo', /The bank's app\s+http:\S+/)

/** The admin of a company that has to pay, at the code of its invoice. */
async function openCode(page: Page, company: string): Promise<void> {
  const email = printed(new RegExp(`${company}\\s+(\\S+@\\S+)`))
  await page.goto(`${url()}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(printed(/with the password (\S+)/))
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(/\/financeiro-aberto$/)
  await page.getByRole('button', { name: /Pagar a fatura/ }).click()
  await askForCode(page)
}

const openBank = async (page: Page) => {
  await page.goto(printed(/The bank's app\s+(http:\S+)/))
  await expect(page.getByRole('heading', { name: 'Banco de demonstração' })).toBeVisible()
}

/** The page has no switch of its own: it follows the system. */
async function expectReadable(bank: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await bank.emulateMedia({ colorScheme })
    await expectAccessible(bank)
  }
}

test('A company whose licence has ended pays in the bank’s app, and works again', async ({ context, page }) => {
  await openCode(page, 'Casa Aurora Móveis')
  const code = await copiedCode(page)
  const bank = await context.newPage()
  await openBank(bank)
  await expectReadable(bank)

  await bank.getByRole('textbox', { name: 'Pix copia e cola' }).fill(code)
  await bank.getByRole('button', { name: 'Ler o código' }).click()
  const form = bank.getByRole('region', { name: 'Pagar com Pix' })
  for (const text of ['R$ 99,90', 'GUICHE TESTES LTDA', 'em aberto']) await expect(form).toContainText(text)
  await expectReadable(bank)
  await bank.getByRole('button', { name: 'Pagar', exact: true }).click()

  await expect(page.getByText(/Sua licença foi renovada até/).first()).toBeVisible()
  const charges = bank.getByRole('region', { name: 'Cobranças' })
  await expect(charges).toContainText('R$ 99,90, paga')
  await charges.getByLabel('Valor a devolver').fill('9,90')
  await charges.getByRole('button', { name: 'Devolver' }).click()
  await expect(charges).toContainText('devolvido R$ 9,90')
  await expectReadable(bank)
})

test('The picture of a code is read too, and half of the money waits for the operator', async ({ browser, page }) => {
  await openCode(page, 'Padaria Lua')
  const picture = await codeOn(page).screenshot()
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await openBank(phone)
  await phone
    .getByLabel('imagem do QR Code')
    .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer: picture })
  await expect(phone.getByRole('textbox', { name: 'Pix copia e cola' })).toHaveValue(await copiedCode(page))
  await phone.getByRole('button', { name: 'Pagar a metade' }).click()
  await expect(phone.getByRole('region', { name: 'Cobranças' })).toContainText('Pago R$ 49,95')
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

  const operator = { email: printed(/whom they pay: (\S+),/), password: printed(/whom they pay: \S+, (\S+)/) }
  const desk = await (await browser.newContext()).newPage()
  await logIn(desk, { url: url() }, operator)
  await desk.goto(`${url()}/payment-reviews`)
  await expect(desk.getByRole('row').filter({ hasText: 'Padaria Lua' })).toContainText('49,95')
})

test('What is no code is told in a sentence', async ({ page }) => {
  await openBank(page)
  await page.getByRole('textbox', { name: 'Pix copia e cola' }).fill('nada')
  await page.getByRole('button', { name: 'Ler o código' }).click()
  await expect(page.getByRole('alert')).toHaveText('Isto não é um código Pix válido.')
})
