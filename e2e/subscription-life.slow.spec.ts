import { type Page, expect, test } from '@playwright/test'
import { codeOn, copiedCode, payByEfi, pixOfFile } from './support/billing.ts'
import { logInByApi, must } from './support/call.ts'
import { inDays, written } from './support/clock.ts'
import { serverOfFile } from './support/server.ts'
import { readCode } from './support/whatsapp.ts'

const pix = pixOfFile()
const server = serverOfFile(() => pix().environment)

const field = (page: Page, label: string) => page.getByLabel(new RegExp(String.raw`^${label}( \*)?$`))

/** One month after a day, or after today if that is later. */
const isRenewed = (dueDate: string) => dueDate > inDays(27) && dueDate < inDays(36)

test('A stranger signs up, tries, pays by Pix, does not pay, is blocked, and works again once it is paid', async ({
  page,
}) => {
  await payByEfi(server(), pix().server)
  const operator = await logInByApi(server(), server().operator)
  const plan = { name: 'Essencial', users: 3, connections: 2, queues: 2, amount: '99.90' }
  await must(operator.call('POST', '/plans', plan))

  await test.step('signs up', async () => {
    await page.goto(`${server().url}/signup`)
    const values = {
      Nome: 'Marina Alves',
      'E-mail': 'marina@loja.test',
      Senha: 'Lua-de-Mel-9',
      Telefone: '(11) 98765-4321',
      'CPF/CNPJ': '529.982.247-25',
      'Nome da empresa': 'Loja da Marina',
    }
    for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
    await page.getByRole('radio', { name: /Essencial/ }).check()
    await page.getByLabel('Li e aceito os termos de uso').check()
    await page.getByRole('button', { name: 'Cadastrar' }).click()
    await expect(page).toHaveURL(/\/login/)
  })

  await test.step('is told how long the trial lasts', async () => {
    await page.getByLabel('E-mail').fill('marina@loja.test')
    await page.getByLabel('Senha', { exact: true }).fill('Lua-de-Mel-9')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page).toHaveURL(/\/tickets/)
    await page.getByRole('region', { name: 'Assinatura' }).getByRole('link', { name: 'Ver faturas' }).click()
    await expect(page).toHaveURL(/\/financeiro$/)
  })
  const { companies } = await must<{ companies: { id: number; name: string; dueDate: string }[] }>(
    operator.call('GET', '/companies?searchParam=Loja%20da%20Marina'),
  )
  const id = companies[0]?.id ?? 0
  const dueDate = async () =>
    (await must<{ dueDate: string }>(operator.call('GET', `/companies/${id}`))).dueDate.slice(0, 10)
  const payButton = page.getByRole('button', { name: /^Pagar a fatura/ })

  await test.step('pays with the code of the picture, and has a month more', async () => {
    await payButton.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Revisar' }).click()
    await dialog.getByRole('button', { name: 'PAGAR' }).click()
    await expect(codeOn(page)).toBeVisible()
    const code = await readCode(codeOn(page))
    expect(code).toBe(await copiedCode(page))
    pix().server.bank.pay(code)
    await expect(page.getByText(/Sua licença foi renovada até/).first()).toBeVisible()
    expect(isRenewed(await dueDate())).toBe(true)
    await expect(page).toHaveURL(/\/tickets/)
    await expect(page.getByRole('region', { name: 'Assinatura' })).toHaveCount(0)
  })

  // The same session in a second window.
  const second = await page.context().newPage()
  await second.goto(`${server().url}/contacts`)
  await expect(second.getByRole('heading', { name: 'Contatos' })).toBeVisible()

  await test.step('is blocked in both windows after a month without payment', async () => {
    await must(operator.call('PUT', `/companies/${id}`, { dueDate: inDays(-1) }))
    for (const window of [page, second]) await expect(window).toHaveURL(/\/financeiro-aberto$/)
    await expect(page.getByRole('row').filter({ hasText: written(inDays(-1)) })).toContainText('Vencido')
  })

  await test.step('pays late, and both windows work again by themselves', async () => {
    await payButton.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Revisar' }).click()
    await dialog.getByRole('button', { name: 'PAGAR' }).click()
    await expect(codeOn(page)).toBeVisible()
    pix().server.bank.pay(await copiedCode(page))
    // Each says so for five seconds only.
    const renewed = (window: Page) => window.getByText(/Sua licença foi renovada até/).first()
    await Promise.all([page, second].map((window) => expect(renewed(window)).toBeVisible()))
    for (const window of [page, second]) await expect(window).toHaveURL(/\/tickets/)
    expect(isRenewed(await dueDate())).toBe(true)
  })

  await test.step('the books of the operator and of the provider are the same', async () => {
    const { payments } = await must<{ payments: { amount: string; externalId: string }[] }>(
      operator.call('GET', `/billing/companies/${id}`),
    )
    expect(payments.map(({ externalId }) => externalId).toSorted()).toEqual(
      pix()
        .server.books()
        .payments.map((payment) => payment.id)
        .toSorted(),
    )
    expect(payments.map(({ amount }) => amount)).toEqual(['99.90', '99.90'])
  })
})
