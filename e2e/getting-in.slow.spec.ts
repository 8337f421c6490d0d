import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('The operator gives the admin of a company a one-time password', async ({ page, browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.attendant('Ana Prado', [])
  await logIn(page, server, server.operator)
  await page.goto(`${server.url}/companies`)
  await page.getByRole('searchbox').fill(company.name)
  await page.getByRole('button', { name: `Mais ações de ${company.name}` }).click()
  await page.getByRole('menuitem', { name: 'Usuários' }).click()
  const users = page.getByRole('dialog', { name: `Usuários de ${company.name}` })
  await expect(users.getByRole('row').filter({ hasText: 'Ana Prado' })).toContainText('Usuário')
  await expectAccessibleInBothSchemes(page)
  await users.getByRole('searchbox').fill('admin')
  await expect(users.getByRole('row').filter({ hasText: 'Ana Prado' })).toHaveCount(0)
  const admin = users.getByRole('row').filter({ hasText: company.admin.email })
  await expect(admin).toContainText('Admin')
  await admin.getByRole('button', { name: /^Dar senha de uso único para/ }).click()
  const question = page.getByRole('dialog', { name: 'Senha de uso único' })
  await question.getByRole('button', { name: 'Dar senha de uso único' }).click()
  const password = await question.getByLabel('Senha', { exact: true }).inputValue()

  const admins = await (await browser.newContext()).newPage()
  await admins.goto(`${server.url}/login`)
  await admins.getByLabel('E-mail').fill(company.admin.email)
  await admins.getByLabel('Senha', { exact: true }).fill(password)
  await admins.getByRole('button', { name: 'Entrar', exact: true }).click()
  await admins.getByLabel('Nova senha', { exact: true }).fill('Minha-Propria-9')
  await admins.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(admins).toHaveURL(/\/tickets/)
})

test('Without WhatsApp and e-mail the recovery says whom to ask; an admin gives a one-time password, which is changed at the login', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const ana = await company.attendant('Ana Prado', [])

  await test.step('the recovery', async () => {
    await page.goto(`${server.url}/recovery-password`)
    await page.getByLabel('WhatsApp ou e-mail').fill(ana.email)
    await page.getByRole('button', { name: 'Enviar código' }).click()
    await expect(page.getByRole('heading', { name: 'Este Guichê não envia códigos' })).toBeVisible()
    await expect(page.getByText(/Peça uma senha de uso único ao administrador da sua empresa/)).toBeVisible()
    await page.getByRole('link', { name: 'Voltar para o login' }).click()
    await expect(page).toHaveURL(/\/login$/)
  })

  const password = await test.step('the admin', async () => {
    const { page: admins } = await openDesk(browser, server, company.admin)
    await admins.goto(`${server.url}/users`)
    await admins.getByRole('button', { name: 'Editar Ana Prado' }).click()
    await admins.getByRole('button', { name: 'Dar senha de uso único' }).click()
    const question = admins.getByRole('dialog', { name: 'Senha de uso único' })
    await expect(question).toContainText('A senha atual de Ana Prado deixa de valer')
    await question.getByRole('button', { name: 'Dar senha de uso único' }).click()
    const shown = admins.getByRole('dialog', { name: 'Senha de uso único' })
    await expect(shown).toContainText('vale por 24 horas')
    const given = await shown.getByLabel('Senha', { exact: true }).inputValue()
    expect(given).toMatch(/^[A-Za-z2-9]{20}$/)
    await shown.getByRole('button', { name: 'Fechar' }).first().click()
    await expect(admins.getByText(given)).toHaveCount(0)
    return given
  })

  await test.step('the user', async () => {
    await page.getByLabel('E-mail').fill(ana.email)
    await page.getByLabel('Senha', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Escolha a sua senha' })).toBeVisible()
    const field = page.getByLabel('Nova senha', { exact: true })
    await field.fill('password')
    await page.getByRole('button', { name: 'Salvar senha' }).click()
    await expect(page.getByText('Esta senha é fácil de adivinhar. Escolha outra.')).toBeVisible()
    await field.fill('Minha-Propria-9')
    await page.getByRole('button', { name: 'Salvar senha' }).click()
    await expect(page).toHaveURL(/\/tickets/)

    const elsewhere = await (await browser.newContext()).newPage()
    await logIn(elsewhere, server, { ...ana, password: 'Minha-Propria-9' })
  })
})
