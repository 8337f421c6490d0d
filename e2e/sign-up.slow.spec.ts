import { type Page, expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'

// A server of its own: the number of sign-ups from one address is limited, and the setting is that of the installation.
const server = serverOfFile()

const operator = () => logInByApi(server(), server().operator)

async function createPlan(fields: object): Promise<void> {
  const { call } = await operator()
  await must(call('POST', '/plans', { users: 3, connections: 2, queues: 2, ...fields }))
}

/** The field with this label, with or without the mark of a required one. */
const field = (page: Page, label: string) => page.getByLabel(new RegExp(String.raw`^${label}( \*)?$`))

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Cadastrar' }).click()
const accept = (page: Page) => page.getByLabel('Li e aceito os termos de uso').check()

test('A stranger signs up, and logs in to a company of their own', async ({ page }) => {
  await page.goto(`${server().url}/login`)
  // Nothing is offered yet.
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cadastre-se' })).toHaveCount(0)
  await createPlan({ name: 'Interno', amount: '1', isPublic: false })
  await createPlan({ name: 'Essencial', amount: '99.90' })
  await createPlan({ name: 'Equipe', amount: '249.00', users: 10, connections: 1, queues: 8 })

  await page.reload()
  await page.getByRole('link', { name: 'Cadastre-se' }).click()
  await expect(page).toHaveURL(/\/signup$/)
  await expect(page.getByText('3 dias para experimentar, sem compromisso.')).toBeVisible()

  await test.step('every field is required, and the first one gets the focus', async () => {
    await submit(page)
    await expect(page.getByText('Obrigatório')).toHaveCount(7)
    await expect(page.getByText('É preciso aceitar os termos')).toBeVisible()
    await expect(field(page, 'Nome')).toBeFocused()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the strength of the password is 33, 33 and 34 points', async () => {
    const strength = page.getByRole('meter')
    const steps = [
      ['', 0],
      ['AAAAAAA', 34],
      ['aaaaaaaa', 66],
      ['Lua-de-M', 100],
    ] as const
    for (const [password, points] of steps) {
      await field(page, 'Senha').fill(password)
      await expect(strength).toHaveAttribute('aria-valuenow', String(points))
    }
    for (const rule of ['8+ caracteres', 'Minúscula', 'Maiúscula'])
      await expect(page.getByText(rule, { exact: true })).toBeVisible()
  })

  await test.step('a wrong CPF is told before anything is sent', async () => {
    let calls = 0
    page.on('request', (request) => (calls += request.method() === 'POST' ? 1 : 0))
    await fill(page, {
      Nome: 'Marina Alves',
      'E-mail': 'marina@loja.test',
      Senha: 'Lua-de-Mel-9',
      Telefone: '(11) 98765-4321',
      'CPF/CNPJ': '529.982.247-24',
      'Nome da empresa': 'Loja da Marina',
    })
    await page.getByRole('radio', { name: 'Essencial' }).click()
    await accept(page)
    await submit(page)
    await expect(page.getByText('CPF/CNPJ inválido')).toBeVisible()
    expect(calls).toBe(0)
  })

  await test.step('only public plans are offered, with what they have and cost', async () => {
    await expect(page.getByRole('radio')).toHaveCount(2)
    await expect(page.getByRole('radio', { name: 'Essencial' })).toContainText(
      '3 atendentes · 2 conexões WhatsApp · 2 filas',
    )
    await expect(page.getByRole('radio', { name: 'Essencial' })).toContainText('R$ 99,90 por mês')
    await expect(page.getByRole('radio', { name: 'Equipe' })).toContainText('1 conexão WhatsApp')
  })

  await test.step('the terms can be read', async () => {
    await page.getByRole('button', { name: 'Ler os termos' }).click()
    const dialog = page.getByRole('dialog', { name: 'Termos de uso' })
    await expect(dialog).toContainText('Lei Geral de Proteção de Dados')
    await expect(dialog).toContainText(/Versão 1, de \d\d\/\d\d\/\d{4}/)
    await page.keyboard.press('Escape')
  })

  await test.step('then the login opens the new company', async () => {
    await fill(page, { 'CPF/CNPJ': '12.abc.345/01de-35' })
    await submit(page)
    await expect(page.getByText('Usuário criado com sucesso! Faça seu login!!!.')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await logIn(page, server(), { email: 'marina@loja.test', password: 'Lua-de-Mel-9' })
    await expect(page.getByText('Olá Marina Alves, boas-vindas a Loja da Marina!')).toBeVisible()
    await expect(page.getByText('Sua assinatura vence em 3 dias.')).toBeVisible()
    // With a session there is nothing to sign up for.
    await page.goto(`${server().url}/signup`)
    await expect(page).toHaveURL(`${server().url}/`)
  })
})

test('A sign-up that fails says so, without saying what is in use elsewhere', async ({ page }) => {
  await createPlan({ name: 'Único', amount: '49' })
  const company = await createCompany(server(), 'Padaria Lua')
  await page.goto(`${server().url}/signup`)
  await fill(page, {
    Nome: 'Caio Reis',
    'E-mail': company.admin.email,
    Senha: 'Sol-de-Maio-9',
    Telefone: '11987654321',
    'CPF/CNPJ': '11.222.333/0001-81',
    'Nome da empresa': 'Bar do Caio',
  })
  await page.getByRole('radio', { name: 'Único' }).click()
  await accept(page)
  await submit(page)

  await expect(
    page.getByRole('alert').filter({ hasText: 'Erro ao criar usuário. Verifique os dados informados.' }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/signup$/)
  await expect(field(page, 'Nome')).toHaveValue('Caio Reis')

  await test.step('terms that were changed meanwhile have to be accepted anew', async () => {
    const { call } = await operator()
    await must(call('PUT', '/terms', { text: 'Termos mais novos' }))
    await fill(page, { 'E-mail': 'caio@bar.test' })
    await submit(page)
    await expect(page.getByText('Os termos de uso mudaram. Leia e aceite a nova versão.')).toBeVisible()
    await expect(page.getByLabel('Li e aceito os termos de uso')).not.toBeChecked()
    await page.getByRole('button', { name: 'Ler os termos' }).click()
    await expect(page.getByRole('dialog')).toContainText('Termos mais novos')
    await page.keyboard.press('Escape')
    await accept(page)
    await submit(page)
    await expect(page).toHaveURL(/\/login$/)
  })
})

test('The operator switches sign-ups off and writes the terms', async ({ page, browser }) => {
  await createPlan({ name: 'Aberto', amount: '49' })
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${server().url}/login`)
  await expect(visitor.getByRole('link', { name: 'Cadastre-se' })).toBeVisible()

  await logIn(page, server(), server().operator)
  await page.goto(`${server().url}/settings`)

  await test.step('the terms get a new version', async () => {
    await page.getByRole('button', { name: 'Editar termos' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled()
    await dialog.getByLabel('Texto').fill('Termos da casa')
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Termos salvos.')).toBeVisible()
    await expect(page.getByText(/Versão \d+, de/)).toBeVisible()
  })

  await test.step('without sign-ups there is no link, and the page says so', async () => {
    const allowed = page.getByRole('switch', { name: 'Permitir novos cadastros' })
    await expect(allowed).toBeChecked()
    await allowed.click({ force: true })
    await expect(page.getByText('Salvo', { exact: true })).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
    await expect(visitor.getByRole('link', { name: 'Cadastre-se' })).toHaveCount(0)
    await visitor.goto(`${server().url}/signup`)
    await expect(visitor.getByRole('heading', { name: 'Cadastro fechado' })).toBeVisible()
    await expect(visitor.getByText('para experimentar')).toHaveCount(0)
    await expectAccessibleInBothSchemes(visitor)
    await visitor.getByRole('link', { name: 'Voltar ao login' }).click()
    await expect(visitor).toHaveURL(/\/login$/)
  })

  await test.step('tenants have neither the switch nor the terms', async () => {
    const company = await createCompany(server(), 'Padaria Lua')
    const admin = await (await browser.newContext()).newPage()
    await logIn(admin, server(), company.admin)
    await admin.goto(`${server().url}/settings`)
    await expect(admin.getByRole('heading', { name: 'Atendimento' })).toBeVisible()
    await expect(admin.getByText('Permitir novos cadastros')).toHaveCount(0)
    await expect(admin.getByText('Termos de uso')).toHaveCount(0)
    await expect(admin.getByRole('tab')).toHaveCount(0)
  })
})

test('On a phone the sign-up fits, and a failing server is told with a way to try again', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  await must((await operator()).call('PUT', '/settings/userCreation', { value: 'enabled' }))
  await createPlan({ name: 'De bolso', amount: '19.90' })
  let isDown = true
  await page.route('**/terms', (route) =>
    isDown ? route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }) : route.continue(),
  )
  await page.goto(`${server().url}/signup`)
  await expect(page.getByRole('alert')).toContainText('O servidor respondeu com um erro.')
  isDown = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()

  await expect(page.getByRole('radio', { name: 'De bolso' })).toBeVisible()
  const width = await page.locator('html').evaluate((view) => view.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})
