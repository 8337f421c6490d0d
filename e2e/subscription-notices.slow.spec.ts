import { type Page, expect, test } from '@playwright/test'
import pg from 'pg'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { inDays, written } from './support/clock.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'

const server = serverOfFile()

const bar = (screen: Page) => screen.getByRole('region', { name: 'Assinatura' })

/** The operator moves the due date; no window is reloaded. */
async function moveDue({ id }: Company, dueDate: string): Promise<void> {
  const { call } = await logInByApi(server(), server().operator)
  await must(call('PUT', `/companies/${id}`, { dueDate }))
}

async function giveGrace(graceDays: number): Promise<void> {
  const { call } = await logInByApi(server(), server().operator)
  await must(call('PUT', '/billing/settings', { graceDays }))
}

async function openNotices(page: Page): Promise<void> {
  await logIn(page, server(), server().operator)
  await page.goto(`${server().url}/settings`)
  await page.getByRole('tab', { name: 'Avisos de vencimento' }).click()
  await expect(page.getByRole('textbox', { name: 'Assunto' })).toBeVisible()
}

test('The operator changes what companies are told, sees how it reads, and gives the default back', async ({
  page,
}) => {
  await openNotices(page)
  const subject = page.getByRole('textbox', { name: 'Assunto' })
  const text = page.getByRole('textbox', { name: 'Texto' })
  const preview = page.getByRole('region', { name: 'Prévia' })
  await expect(subject).toHaveValue('Sua assinatura do Guichê vence em {days} dias')
  await expect(preview).toContainText('Sua assinatura do Guichê vence em 5 dias')
  await expect(preview).toContainText('Olá, Padaria Lua!')
  await expect(preview).toContainText('R$ 99,90')
  await expect(preview).toContainText(`${server().url}/financeiro`)
  await expectAccessibleInBothSchemes(page)

  await test.step('a variable that does not exist is named, and nothing is saved', async () => {
    await text.fill('Olá {nome}')
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Há uma variável que não existe')).toBeVisible()
    await expect(text).toBeFocused()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a variable is put where the caret is', async () => {
    await text.fill('Olá , tudo bem?')
    await text.press('Home')
    for (let nth = 0; nth < 4; nth += 1) await text.press('ArrowRight')
    await page.getByRole('button', { name: 'Inserir {company}' }).click()
    await expect(text).toHaveValue('Olá {company}, tudo bem?')
    await expect(text).toBeFocused()
    await expect(preview).toContainText('Olá Padaria Lua, tudo bem?')
  })

  await test.step('what is not saved is asked about before another notice or language is chosen', async () => {
    await page.getByText('1 dia antes', { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar editando' }).click()
    await expect(text).toHaveValue('Olá {company}, tudo bem?')
  })

  await test.step('it is saved for this notice and language only', async () => {
    await page.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Aviso salvo.').first()).toBeVisible()
    await page.getByText('1 dia antes', { exact: true }).click()
    await expect(subject).toHaveValue('Sua assinatura do Guichê vence amanhã')
    await page.getByText('5 dias antes', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Idioma' }).click()
    await page.getByRole('option', { name: 'English' }).click()
    await expect(subject).toHaveValue('Your Guichê subscription is due in {days} days')
    await expect(page.getByRole('button', { name: 'Voltar ao padrão' })).toHaveCount(0)
    await page.reload()
    await expect(page).toHaveURL(/\/settings\?tab=notices$/)
    await expect(text).toHaveValue('Olá {company}, tudo bem?')
  })

  await test.step('the default comes back after a question', async () => {
    await page.getByRole('button', { name: 'Voltar ao padrão' }).click()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar ao padrão' }).click()
    await expect(page.getByText('O aviso voltou ao texto padrão.').first()).toBeVisible()
    await expect(text).toHaveValue(/^Olá, \{company\}!/)
    await expect(page.getByRole('button', { name: 'Voltar ao padrão' })).toHaveCount(0)
  })
})

test('The texts fit a phone, and a failure says so', async ({ browser, page }) => {
  const { page: phone } = await openDesk(browser, server(), server().operator, {
    viewport: { width: 390, height: 844 },
  })
  await phone.goto(`${server().url}/settings`)
  await phone.getByRole('tab', { name: 'Avisos de vencimento' }).click()
  await expect(phone.getByRole('region', { name: 'Prévia' })).toBeVisible()
  await expectAccessibleInBothSchemes(phone)

  await page.route('**/billing/notices', (route) => route.abort())
  await logIn(page, server(), server().operator)
  await page.goto(`${server().url}/settings`)
  await page.getByRole('tab', { name: 'Avisos de vencimento' }).click()
  await expect(page.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
})

test('An admin does not see the texts', async ({ page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  await logIn(page, server(), company.admin)
  await page.goto(`${server().url}/settings`)
  await expect(page.getByRole('heading', { name: 'Configurações' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Avisos de vencimento' })).toHaveCount(0)
})

test('A company on trial is told when that ends', async ({ page }) => {
  const company = await createCompany(server(), 'Casa Nova')
  await moveDue(company, inDays(3))
  const db = new pg.Client({ connectionString: server().databaseUrl() })
  await db.connect()
  await db.query('update companies set trial_ends = due_date where id = $1', [company.id])
  await db.end()

  await logIn(page, server(), company.admin)

  await expect(bar(page)).toContainText(`Seu período de teste termina em 3 dias, em ${written(inDays(3))}.`)
  await expectAccessibleInBothSchemes(page)
})

test('Open windows go through the states of the subscription without a reload', async ({ browser, page }) => {
  const company = await createCompany(server(), 'Casa Aurora', { amount: '99.90' })
  const carla = await company.attendant('Carla Nunes', [])
  await logIn(page, server(), company.admin)
  const { page: hers } = await openDesk(browser, server(), carla)
  await expect(page.getByRole('region', { name: 'Conversas' })).toBeVisible()
  await expect(bar(page)).toHaveCount(0)

  await moveDue(company, inDays(1))
  await expect(bar(page)).toContainText(`Sua assinatura vence amanhã, em ${written(inDays(1))}.`)
  await expect(bar(page).getByRole('link', { name: 'Ver faturas' })).toHaveAttribute('href', '/financeiro')

  await test.step('the day itself is the block, for everybody', async () => {
    await moveDue(company, inDays(0))
    for (const screen of [page, hers]) await expect(screen).toHaveURL(/\/financeiro-aberto$/)
    await expect(page.getByText(`A assinatura venceu em ${written(inDays(0))}.`)).toBeVisible()
  })

  await test.step('days of grace open it again, and only admins are told of them', async () => {
    await giveGrace(3)
    // It is shown for some seconds.
    await Promise.all(
      [page, hers].map(async (screen) => {
        await expect(screen.getByText('O acesso da sua empresa foi liberado.').first()).toBeVisible()
        await expect(screen).toHaveURL(/\/tickets$/)
      }),
    )
    await expect(bar(page)).toContainText('Sua assinatura vence hoje. Sem o pagamento, o acesso é bloqueado em 3 dias.')
    await expect(bar(hers)).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
    await moveDue(company, inDays(-1))
    await expect(bar(page)).toContainText(
      `Sua assinatura venceu em ${written(inDays(-1))}. Sem o pagamento, o acesso é bloqueado em 2 dias.`,
    )
  })

  await test.step('without them it is blocked', async () => {
    await giveGrace(0)
    for (const screen of [page, hers]) await expect(screen).toHaveURL(/\/financeiro-aberto$/)
  })

  await test.step('a later due date opens it, and nothing is told any more', async () => {
    await moveDue(company, inDays(40))
    for (const screen of [page, hers]) await expect(screen).toHaveURL(/\/tickets$/)
    await expect(page.getByRole('region', { name: 'Conversas' })).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
  })
})
