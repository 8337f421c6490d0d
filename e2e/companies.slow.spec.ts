import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { logInByApi, must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dueIn = (days: number) => {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })
  return format.format(Date.now() + days * 86_400_000)
}
const written = (day: string) => day.split('-').toReversed().join('/')
/** As tables show it: DD/MM/YY. */
const tableDay = (day: string) => written(day).replace('/20', '/')
let marks = 0
const newName = (called: string) => `${called} ${Date.now().toString(36)}${(marks += 1)}`

test('The operator creates, edits, renews, closes and takes back a company', async ({ page, browser, server }) => {
  test.slow()
  const name = newName('Padaria')
  const email = `${name.replaceAll(' ', '').toLowerCase()}@padaria.test`
  const dialog = page.getByRole('dialog')
  await logIn(page, server, server.operator)
  await page.getByRole('button', { name: 'Administração' }).click()
  await page.getByRole('menuitem', { name: 'Empresas' }).click()
  await expect(page).toHaveURL(/\/companies$/)
  await expect(page.getByRole('heading', { name: /^Empresas/ })).toBeVisible()

  await test.step('required fields are told', async () => {
    await page.keyboard.press('n')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toHaveCount(4)
    await dialog.getByLabel('CPF/CNPJ').fill('123')
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill('x')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('CPF/CNPJ inválido')).toBeVisible()
    await expect(dialog.getByText('E-mail inválido')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the new company is in the list', async () => {
    await dialog.getByRole('textbox', { name: 'Nome' }).fill(name)
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await dialog.getByLabel('CPF/CNPJ').fill('11.222.333/0001-81')
    await dialog.getByLabel('Senha do primeiro usuário').fill('Pao-Quente-1')
    await dialog.getByRole('combobox', { name: 'Plano' }).click()
    await page.getByRole('option', { name: /Plataforma/ }).click()
    await dialog.getByRole('textbox', { name: 'Vencimento' }).fill(written(dueIn(20)))
    await dialog.getByRole('combobox', { name: 'Recorrência' }).click()
    await page.getByRole('option', { name: 'Anual', exact: true }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Operação realizada com sucesso!')).toBeVisible()
    await page.getByRole('searchbox').fill(name)
    await expect(row(page, name)).toContainText('Plataforma')
    await expect(row(page, name)).toContainText(written(dueIn(20)))
    await expect(row(page, name)).toContainText('Anual')
    await expect(row(page, name)).toContainText('R$ 0,00')
    await expect(row(page, name)).toContainText('Nunca')
    await expect(row(page, name)).toContainText(tableDay(dueIn(0)))
    await expect(row(page, name)).not.toHaveAttribute('data-tone')
    const { call } = await logInByApi(server, { email, password: 'Pao-Quente-1' })
    expect((await call('GET', '/users')).status).toBe(200)
  })

  await test.step('a name in use is refused in the known words', async () => {
    await page.getByRole('button', { name: 'Nova empresa' }).click()
    await dialog.getByRole('textbox', { name: 'Nome' }).fill(name.toUpperCase())
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(`outra-${email}`)
    await dialog.getByLabel('Senha do primeiro usuário').fill('Pao-Quente-1')
    await dialog.getByRole('combobox', { name: 'Plano' }).click()
    await page.getByRole('option', { name: /Plataforma/ }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(
      page.getByText(
        'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
      ),
    ).toBeVisible()
    await expect(dialog.getByText('Este nome já está em uso.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })

  await test.step('near its due date the row is yellow, from the day on red', async () => {
    for (const [days, tone, words] of [
      [5, 'warn', 'vence em 5 dias'],
      [1, 'warn', 'vence em 1 dia'],
      [0, 'bad', 'vence hoje'],
      [-2, 'bad', 'venceu há 2 dias'],
    ] as const) {
      await row(page, name)
        .getByRole('button', { name: `Editar ${name}` })
        .click()
      await dialog.getByRole('textbox', { name: 'Vencimento' }).fill(written(dueIn(days)))
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await expect(row(page, name)).toContainText(words)
      await expect(row(page, name)).toHaveAttribute('data-tone', tone)
      await expectAccessibleInBothSchemes(page)
    }
  })

  await test.step('renewing adds the recurrence to today, because it is overdue', async () => {
    await row(page, name)
      .getByRole('button', { name: `Renovar ${name}` })
      .click()
    await expect(dialog).toContainText('O período (Anual) é somado ao vencimento')
    await dialog.getByRole('button', { name: 'Renovar' }).click()
    const today = dueIn(0)
    const next = written(`${Number(today.slice(0, 4)) + 1}${today.slice(4)}`)
    await expect(page.getByText(`Renovada até ${next}.`)).toBeVisible()
    await expect(row(page, name)).toContainText(next)
  })

  await test.step('closed, it says when it is erased, and nobody of it can log in', async () => {
    const desk = await openDesk(browser, server, { email, password: 'Pao-Quente-1' })
    await row(page, name)
      .getByRole('button', { name: `Mais ações de ${name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog).toContainText('Deseja realmente excluir esse registro?')
    await expect(dialog).toContainText('Os dados são apagados em 30 dias')
    await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(row(page, name)).toContainText('Encerrada')
    await expect(row(page, name)).toContainText(`apagada em ${written(dueIn(30))}`)
    await expect(row(page, name).getByRole('button', { name: /Renovar|Editar/ })).toHaveCount(0)
    await expect(desk.page).toHaveURL(/\/login$/)
    await desk.page.getByLabel('E-mail').fill(email)
    await desk.page.getByLabel('Senha', { exact: true }).fill('Pao-Quente-1')
    await desk.page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(desk.page.getByText('E-mail ou senha incorretos. Tente de novo.')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('taken back, its people work again', async () => {
    await row(page, name)
      .getByRole('button', { name: `Mais ações de ${name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Reabrir empresa' }).click()
    await expect(page.getByText(`${name} está ativa de novo.`)).toBeVisible()
    await expect(row(page, name)).toContainText('Ativa')
    await openDesk(browser, server, { email, password: 'Pao-Quente-1' })
  })
})

test('The platform’s own company is neither renewed nor deleted, and cannot be ended by its form', async ({
  page,
  server,
}) => {
  await logIn(page, server, server.operator)
  await page.goto(`${server.url}/companies`)
  await page.getByRole('searchbox').fill('Guichê')
  const own = row(page, 'Guichê').first()
  await expect(own).toContainText('31/12/2999')

  await expect(own.getByRole('button', { name: /Renovar|Mais ações/ })).toHaveCount(0)
  await own.getByRole('button', { name: /^Editar/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Nome' })).toHaveValue('Guichê')
  await expect(dialog.getByRole('textbox', { name: 'Vencimento' })).toHaveCount(0)
  await expect(dialog.getByRole('switch')).toHaveCount(0)
  await expect(dialog.getByText(/Em uso: 1 de .* atendentes e 0 de .* conexões\./)).toBeVisible()
})

test('The list changes by itself, loads more at its end, and offers to try again when it fails', async ({
  page,
  server,
}) => {
  test.slow()
  const made: string[] = []
  for (let nth = 0; nth < 22; nth++) made.push((await createCompany(server, 'Rede Sol')).name)
  await logIn(page, server, server.operator)
  await page.goto(`${server.url}/companies`)
  await page.getByRole('searchbox').fill('Rede Sol')
  await expect(page.getByRole('heading', { name: 'Empresas 22' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(21)

  await test.step('the next page comes at the end', async () => {
    await page.getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('row')).toHaveCount(23)
  })

  await test.step('what another operator changes is shown, also in another tab of the settings', async () => {
    // The operator's browser has the only session, so its own token is used.
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('token') ?? '""'))
    const asOperator = (method: string, path: string, body?: object) =>
      fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const { companies } = await must<{ companies: { id: number; name: string }[] }>(
      asOperator('GET', `/companiesPlan?searchParam=${encodeURIComponent(made[0] ?? '')}`),
    )
    await must(asOperator('PUT', `/companies/${companies[0]?.id}`, { dueDate: dueIn(3) }))
    await expect(row(page, made[0] ?? '')).toContainText('vence em 3 dias')
  })

  await test.step('a list that cannot be loaded offers to try again', async () => {
    let isDown = true
    await page.route('**/companiesPlan?*', (route) =>
      isDown ? route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }) : route.continue(),
    )
    await page.getByRole('searchbox').fill('Rede Sol 0')
    await expect(page.getByRole('heading', { name: 'Não foi possível carregar a lista de registros' })).toBeVisible()
    isDown = false
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(row(page, made[0] ?? '').or(page.getByText('Nada encontrado'))).toBeVisible()
  })
})

test('On a phone each company is a card that can be renewed', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora', { dueDate: '2031-05-06' })
  const { page } = await openDesk(browser, server, server.operator, { viewport: { width: 390, height: 800 } })
  await page.goto(`${server.url}/companies`)
  await page.getByRole('searchbox').fill(company.name)
  const card = page.getByRole('listitem').filter({ hasText: company.name })
  await expect(card).toContainText('06/05/2031')

  await card.getByRole('button', { name: `Renovar ${company.name}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renovar' }).click()
  await expect(card).toContainText('06/06/2031')
  expect(await page.locator('html').evaluate((view) => view.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessibleInBothSchemes(page)
})

test('A tenant who opens the companies is told so and leaves after a second', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  for (const person of [company.admin, await company.attendant('Ana Prado', [])]) {
    const { page } = await openDesk(browser, server, person)
    await expect(page.getByRole('link', { name: 'Empresas' })).toHaveCount(0)
    await page.goto(`${server.url}/companies`)

    await expect(
      page
        .getByRole('alert')
        .filter({ hasText: 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.' }),
    ).toBeVisible()
    await expect(page).toHaveURL(/\/(tickets)?$/)
  }
})
