import { type Page, expect } from '@playwright/test'
import { logInByApi, must } from './support/call.ts'
import { inDays } from './support/clock.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk, submitLogin } from './support/desk.ts'
import type { Server } from './support/server.ts'
import { test } from './support/shared-server.ts'

test('A login says beside the list that it has succeeded, and a language chosen there is stored with the user', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Padaria Lua')
  const carla = await company.attendant('Carla Nunes', [])
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByLabel('Email').fill(carla.email)
  await page.getByLabel('Password', { exact: true }).fill(carla.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()

  const toast = page.getByRole('status').filter({ hasText: 'Logged in successfully.' })
  // Under the pointer it stays.
  await toast.hover()
  await expect(page).toHaveURL(/\/tickets$/)
  const list = await page
    .getByRole('region', { name: 'Conversations' })
    .evaluate((view) => view.getBoundingClientRect().right)
  expect(await toast.evaluate((view) => view.getBoundingClientRect().left)).toBeGreaterThanOrEqual(list)
  const stored = async () => (await must<{ language: string }>(company.call('GET', `/users/${carla.id}`))).language
  await expect.poll(stored).toBe('en')
  // In another browser, which knows no language, the login is in Portuguese and the workspace in the user's own.
  const elsewhere = await openElsewhere(page)
  await logIn(elsewhere, server, carla)
  await expect(elsewhere.getByRole('button', { name: 'Carla Nunes’s account' })).toBeVisible()
})

test('The shell of the page gives way to the login, in the colours of the product', async ({ page, server }) => {
  const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await isLoaded
    await route.continue()
  })
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
  const shell = page.locator('.start-login')
  await expect(shell).toBeVisible()
  load()

  const enter = page.getByRole('button', { name: 'Entrar', exact: true })
  await expect(enter).toBeVisible()
  await expect(shell).toBeHidden()
  // The component library's own colours would be seen if its style sheet came after the product's.
  await expect(enter).toHaveCSS('background-color', 'rgb(10, 125, 92)')
})

test('A refused login says so once, in the form', async ({ page, server }) => {
  await page.goto(`${server.url}/login`)
  await page.getByLabel('E-mail').fill('ninguem@empresa.test')
  await page.getByLabel('Senha', { exact: true }).fill('12345')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText('A senha deve ter pelo menos 6 caracteres.')).toBeVisible()
  await page.getByLabel('Senha', { exact: true }).fill('Senha-errada-1')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()

  await expect(page.getByRole('alert')).toHaveText('E-mail ou senha incorretos. Tente de novo.')
})

test('A user of an expired company is told so, and sees nothing but since when', async ({ page, server }) => {
  const company = await createCompany(server, 'Padaria Lua')
  const carla = await company.attendant('Carla Nunes', [])
  await endSubscription(server, company, '2020-01-31')
  await submitLogin(page, server, carla)

  await expect(
    page.getByText('Opss! Sua assinatura venceu 31/01/2020. Entre em contato com o Suporte para mais informações!'),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/financeiro-aberto$/)
  await page.goto(`${server.url}/tickets`)
  await expect(page).toHaveURL(/\/financeiro-aberto$/)
  await expect(page.getByRole('heading', { name: 'Assinatura vencida' })).toBeVisible()
})

test('The last days of a subscription are announced at the login', async ({ page, server }) => {
  const company = await createCompany(server, 'Padaria Lua')
  const carla = await company.attendant('Carla Nunes', [])
  await endSubscription(server, company, inDays(3))
  await submitLogin(page, server, carla)

  await expect(page.getByText('Sua assinatura vence em 3 dias.')).toBeVisible()
  await expect(page).toHaveURL(/\/tickets$/)
})

test('A wrong current password is said under its field', async ({ browser, server }) => {
  const company = await createCompany(server, 'Padaria Lua')
  const { page } = await openDesk(browser, server, await company.attendant('Carla Nunes', []))
  await page.getByRole('button', { name: 'Conta de Carla Nunes' }).click()
  await page.getByRole('menuitem', { name: 'Perfil' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Senha atual').fill('Senha-errada-1')
  await dialog.getByLabel('Nova senha').fill('Senha-nova-muito-boa-1')
  await dialog.getByRole('button', { name: 'Salvar' }).click()

  await expect(dialog.getByLabel('Senha atual')).toHaveAccessibleDescription(/senha atual/i)
})

async function openElsewhere(page: Page): Promise<Page> {
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('the page has no browser')
  return context.newPage()
}

async function endSubscription(server: Server, company: Company, dueDate: string) {
  const { user } = await logInByApi(server, company.admin)
  const { call } = await logInByApi(server, server.operator)
  await must(call('PUT', `/companies/${user.companyId}`, { dueDate }))
}
