import { type Page, expect, test } from '@playwright/test'
import pg from 'pg'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { makeDue } from './support/billing.ts'
import { must } from './support/call.ts'
import { inDays } from './support/clock.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'

/** Of its own, because the numbers are those of the whole installation. */
const server = serverOfFile()

test.describe.configure({ mode: 'serial' })

const figure = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}: `) })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const thisMonth = () => inDays(0).slice(0, 7)

async function query(text: string, values: unknown[] = []): Promise<void> {
  const db = new pg.Client({ connectionString: server().databaseUrl() })
  await db.connect()
  try {
    await db.query(text, values)
  } finally {
    await db.end()
  }
}

/** Calls as the operator, who has one session only: that of the browser. */
async function asOperator(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('token') ?? '""'))
  return must(
    fetch(server().url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
}

/** Follows the number to its list, sees exactly these companies there, and comes back. */
async function expectList(page: Page, name: string, companies: Company[]): Promise<void> {
  await figure(page, name).click()
  await expect(page).toHaveURL(/\/companies\?/)
  for (const company of companies) await expect(row(page, company.name)).toBeVisible()
  // Without companies there is no table.
  await expect(page.getByRole('row')).toHaveCount(companies.length === 0 ? 0 : companies.length + 1)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Visão geral', level: 1 })).toBeVisible()
}

test('An installation without customers says so, and a failure offers to try again', async ({ page }) => {
  await logIn(page, server(), server().operator)
  await page.getByRole('button', { name: 'Administração' }).click()
  await page.getByRole('menuitem', { name: 'Visão geral' }).click()
  await expect(page).toHaveURL(/\/overview$/)
  await expect(page.getByRole('heading', { name: 'Nenhuma empresa ainda' })).toBeVisible()
  await expect(figure(page, 'Falhas definitivas')).toHaveText(/0$/)
  await expectAccessibleInBothSchemes(page)

  let isDown = true
  await page.route('**/overview', (route) =>
    isDown && route.request().resourceType() === 'fetch'
      ? route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } })
      : route.continue(),
  )
  await page.reload()
  await expect(page.getByRole('alert').getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  isDown = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByRole('heading', { name: 'Nenhuma empresa ainda' })).toBeVisible()
})

test('Each number opens its list', async ({ page }) => {
  test.slow()
  const make = (called: string, dueDate?: string) =>
    createCompany(server(), called, { amount: '99.90', ...(dueDate && { dueDate }) })
  const active = await make('Casa Aurora')
  const soon = await make('Padaria Lua', inDays(4))
  const blocked = await make('Oficina Sol')
  const off = await make('Bazar Mar')
  const closed = await make('Loja Rio')
  const trial = await make('Ateliê Flor', inDays(3))
  const invoiceId = await makeDue(server(), blocked, inDays(-3))
  await query('update companies set trial_ends = due_date where id = $1', [trial.id])
  await query(
    `insert into payments (company_id, invoice_id, kind, amount_cents, paid_at)
     values ($1, $2, 'payment', 123456, now()), ($1, $2, 'refund', -3456, now())`,
    [active.id, invoiceId],
  )
  const chat = await active.webChat([await active.queue('Vendas')])
  await query(`update connections set status = 'disconnected' where company_id = $1 and id = $2`, [active.id, chat.id])
  await query(
    `insert into inbox (company_id, connection_id, lane, payload, dead_at) values ($1, $2, 'lane', '{}', now())`,
    [active.id, chat.id],
  )
  await logIn(page, server(), server().operator)
  await asOperator(page, 'PUT', `/companies/${off.id}`, { status: false })
  await asOperator(page, 'DELETE', `/companies/${closed.id}`)
  await page.goto(`${server().url}/overview`)

  await test.step('where the companies stand', async () => {
    await expect(figure(page, 'Em teste')).toHaveText(/1$/)
    for (const [name, company] of [
      ['Em teste', trial],
      ['Ativa', active],
      ['Vence em breve', soon],
      ['Bloqueada', blocked],
      ['Desativada', off],
      ['Encerrada', closed],
    ] as const)
      await expectList(page, name, [company])
    await expectList(page, 'Em tolerância', [])
  })

  await test.step('what is owed, and who comes and goes', async () => {
    await expect(figure(page, 'Em atraso')).toContainText('R$ 99,90')
    await expect(page.getByText('1 fatura de 1 empresa')).toBeVisible()
    await expectList(page, 'Em atraso', [blocked])
    await expectList(page, 'Testes terminando', [trial])
    await expectList(page, 'Novas neste mês', [active, soon, blocked, off, closed, trial])
    await expectList(page, 'Encerradas neste mês', [closed])
    await page
      .getByRole('link', { name: /^0 em / })
      .first()
      .click()
    await expect(page.getByText('Nenhuma empresa corresponde ao que você escolheu mostrar.')).toBeVisible()
    await page.goBack()
  })

  await test.step('the revenue of each month, as bars and as a table', async () => {
    const bars = page.getByRole('list', { name: 'Receita por mês' })
    await expect(bars.getByRole('listitem')).toHaveCount(12)
    await expect(bars.getByRole('link').last()).toContainText('R$ 1.200,00')
    await bars.getByRole('link').last().click()
    await expect(page).toHaveURL(new RegExp(`filter=paid.*month=${thisMonth()}`))
    await expect(row(page, active.name)).toBeVisible()
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.goBack()
    await page.getByRole('button', { name: 'Mostrar como tabela' }).click()
    const table = page.getByRole('table', { name: 'Receita por mês' })
    await expect(table.getByRole('row')).toHaveCount(13)
    await expect(table.getByRole('row').nth(1)).toContainText('R$ 1.200,00')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Mostrar como gráfico' }).click()
  })

  await test.step('whether the installation works', async () => {
    await expect(figure(page, 'Conexões no ar')).toContainText('0 de 1')
    await expectList(page, 'Conexões no ar', [active])
    await expectList(page, 'Falhas definitivas', [active])
    await expectList(page, 'Maior espera de envio', [])
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('what failed for good has its own list, with the company and the reason, and is tried again', async () => {
    await page.goto(`${server().url}/overview`)
    await page.getByRole('link', { name: 'Ver as falhas' }).click()
    await expect(page).toHaveURL(/\/dead-letters$/)
    await expect(page.getByRole('heading', { name: 'Falhas definitivas 1' })).toBeVisible()
    await expect(row(page, active.name)).toContainText('Mensagem recebida')
    await expectAccessibleInBothSchemes(page)
    await page.goto(`${server().url}/overview`)
  })

  await test.step('the list says what a company uses', async () => {
    await figure(page, 'Falhas definitivas').click()
    const used = row(page, active.name)
    await expect(used).toContainText('1 de 20')
    await expect(used).toContainText('0 de 1')
    await expectAccessibleInBothSchemes(page)
    await page.getByText('Cadastro', { exact: true }).click()
    await expect(page).not.toHaveURL(/view=use/)
    await expect(used).toContainText('R$ 99,90')
  })

  await test.step('the numbers change by themselves', async () => {
    await page.goto(`${server().url}/overview`)
    await expect(figure(page, 'Desativada')).toHaveText(/1$/)
    await asOperator(page, 'PUT', `/companies/${off.id}`, { status: true })
    await expect(figure(page, 'Desativada')).toHaveText(/0$/)
  })
})

test('The filter, the month and the order of the list are in its address', async ({ page }) => {
  await logIn(page, server(), server().operator)
  await page.goto(`${server().url}/companies`)
  await page.getByRole('combobox', { name: 'Mostrar' }).click()
  await page.getByRole('option', { name: 'Bloqueada' }).click()
  await expect(page).toHaveURL(/filter=blocked/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.getByRole('combobox', { name: 'Mostrar' }).click()
  await page.getByRole('option', { name: 'Encerradas no mês' }).click()
  await expect(page.getByText('Empresas cujos dados já foram apagados não aparecem aqui.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Mês' }).click()
  await page.getByRole('option').nth(1).click()
  await expect(page).toHaveURL(/month=\d{4}-\d\d/)
  await expect(page.getByRole('heading', { name: 'Nada encontrado' })).toBeVisible()

  await page.goto(`${server().url}/companies?filter=nothing&month=2026-99&sort=password&view=raw`)
  await expect(row(page, 'Casa Aurora')).toBeVisible()
})

test('On a phone the overview is one column', async ({ browser }) => {
  const viewport = { width: 390, height: 800 }
  const { page } = await openDesk(browser, server(), server().operator, { viewport })
  await page.goto(`${server().url}/overview`)
  await expect(figure(page, 'Em teste')).toBeVisible()
  const lefts = await page
    .getByRole('term')
    .evaluateAll((terms) => terms.map((term) => term.getBoundingClientRect().left))
  expect(new Set(lefts).size).toBe(1)
  expect(await page.locator('html').evaluate((view) => view.scrollWidth)).toBeLessThanOrEqual(390)
  await expect(page.getByRole('list', { name: 'Receita por mês' }).getByText('R$ 1.200,00')).toBeVisible()
  await expectAccessibleInBothSchemes(page)
})

test('A tenant who opens the overview is told so and leaves after a second', async ({ browser }) => {
  const company = await createCompany(server(), 'Casa Bela')
  for (const person of [company.admin, await company.attendant('Ana Prado', [])]) {
    const { page } = await openDesk(browser, server(), person)
    await page.goto(`${server().url}/overview`)
    await expect(page.getByRole('alert').filter({ hasText: 'Esta empresa não possui permissão' })).toBeVisible()
    await expect(page).toHaveURL(/\/(tickets)?$/)
  }
})
