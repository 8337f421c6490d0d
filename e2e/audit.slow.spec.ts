import { readFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const rows = (page: Page) => page.getByRole('row')
const row = (page: Page, text: string | RegExp) => rows(page).filter({ hasText: text })

/** A company in which some things have happened. */
async function livedIn(company: Company) {
  const queue = await company.queue('Vendas')
  const ana = await company.attendant('Ana Prado', [queue])
  await must(company.call('PUT', `/users/${ana.id}`, { profile: 'supervisor', allowConnections: 'enabled' }))
  await must(company.call('PUT', `/queue/${queue.id}`, { greetingMessage: 'Olá! <b>Bem-vindo</b>' }))
  await company.setting('requiredTag', 'enabled')
  await company.setting('requiredTag', 'disabled')
  const tag = await must<{ id: number }>(company.call('POST', '/tags', { name: 'Cliente VIP' }))
  await must(company.call('DELETE', `/tags/${tag.id}`))
  return { ana, queue }
}

test('An admin finds out who did what, with what it was before and after', async ({ page, server }) => {
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  await livedIn(company)
  await logIn(page, server, company.admin)
  await page.getByRole('navigation').getByRole('button', { name: 'Administração' }).click()
  await page.getByRole('menuitem', { name: 'Auditoria' }).click()
  await expect(page).toHaveURL(/\/audit$/)
  await expect(page.getByRole('heading', { name: 'Auditoria' })).toBeVisible()
  const dialog = page.getByRole('dialog')

  await test.step('the newest entry is the first, with a summary of what changed', async () => {
    await expect(rows(page).nth(1)).toContainText('Entrou')
    await expect(rows(page).nth(2)).toContainText('Excluiu uma tag: Cliente VIP')
    await expect(row(page, 'Alterou um usuário: Ana Prado')).toContainText(
      'Perfil: Usuário → Supervisor · e mais 1 alteração',
    )
    await expect(row(page, 'Alterou uma configuração').first()).toContainText(
      'Tag obrigatória para encerrar o ticket: Ligado → Desligado',
    )
    await expect(row(page, 'Excluiu uma tag')).toContainText('127.0.0.1')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('an entry opens with all that it says, and texts are texts', async () => {
    await page.getByRole('button', { name: 'Ver Alterou um usuário: Ana Prado' }).click()
    await expect(dialog).toContainText('Ana Prado')
    await expect(dialog.getByRole('region', { name: 'O que mudou' })).toContainText(
      'Gerenciar conexõesAntesNãoDepoisSim',
    )
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await row(page, 'Alterou uma fila').click()
    await expect(dialog).toContainText('Olá! <b>Bem-vindo</b>')
    await expect(dialog).toContainText('vazio')
    await dialog.getByRole('button', { name: 'Fechar' }).first().click()
  })

  await test.step('filters by action, by area and by name', async () => {
    const action = page.getByRole('combobox', { name: 'Ação' })
    await action.fill('usuário')
    await page.getByRole('option', { name: 'Tudo: Usuários' }).click()
    await expect(row(page, 'Criou um usuário')).toHaveCount(1)
    await expect(row(page, 'Entrou')).toHaveCount(0)
    await page.getByRole('searchbox').fill('ninguém')
    await expect(page.getByRole('heading', { name: 'Nada encontrado' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('filters by object, address and day, and says how many are set', async () => {
    await page.getByRole('button', { name: 'Filtros' }).click()
    const panel = page.getByRole('group', { name: 'Filtros' })
    await panel.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect(row(page, 'Entrou').first()).toBeVisible()
    await panel.getByRole('combobox', { name: 'Tipo de objeto' }).click()
    await page.getByRole('option', { name: 'Tag', exact: true }).click()
    await panel.getByRole('textbox', { name: 'Endereço IP' }).fill('127.0')
    await expect(panel.getByText('Endereço inválido')).toBeVisible()
    await panel.getByRole('textbox', { name: 'Endereço IP' }).fill('127.0.0.1')
    await expect(panel.getByText('Endereço inválido')).toHaveCount(0)
    await panel.getByRole('textbox', { name: 'De', exact: true }).fill('01/01/2024')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Filtros: 3' })).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    await expect(row(page, 'Excluiu uma tag: Cliente VIP')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await panel.getByRole('textbox', { name: 'Até' }).fill('01/02/2024')
    await page.keyboard.press('Tab')
    await expect(page.getByText('Nenhuma entrada corresponde aos filtros.')).toBeVisible()
    await panel.getByRole('button', { name: 'Limpar filtros' }).click()
    await expect(row(page, 'Criou um usuário')).toHaveCount(1)
  })

  await test.step('the table is downloaded, which is an entry too', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('Auditoria.csv')
    const table = await readFile(await file.path(), 'utf8')
    expect(table).toContain('"Ana Prado"')
    expect(table).toContain('"Excluiu uma tag";"Tag"')
    expect(table).toContain('"Perfil: Supervisor')
    expect(table, 'no name of the code').not.toMatch(/tag\.deleted|supervisor"|allowConnections/)
    await page.getByRole('button', { name: 'Atualizar a lista' }).click()
    await expect(rows(page).nth(1)).toContainText('Exportou a auditoria')
  })
})

test('Older entries come when the list is scrolled, and a failure can be repeated', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  for (let count = 0; count < 60; count += 1)
    await company.setting('requiredTag', count % 2 === 0 ? 'enabled' : 'disabled')
  await logIn(page, server, company.admin)

  await page.goto(`${server.url}/audit`)
  await expect(rows(page)).toHaveCount(51)
  let isDown = true
  await page.route('**/audit?*', (route) =>
    isDown ? route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }) : route.continue(),
  )
  await page.getByRole('searchbox').fill(company.name)
  await expect(page.getByRole('heading', { name: 'Não foi possível carregar a lista de registros' })).toBeVisible()
  isDown = false
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(row(page, 'Alterou uma configuração').first()).toBeVisible()
  await page.getByRole('searchbox').fill('')

  await expect(rows(page)).toHaveCount(51)
  await rows(page).last().scrollIntoViewIfNeeded()
  await expect(rows(page)).not.toHaveCount(51)
  await expect(row(page, 'Criou a empresa')).toBeVisible()
})

test('The operator reads the log of any company, and the company sees that', async ({ page, browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await livedIn(company)
  await logIn(page, server, server.operator)
  await page.goto(`${server.url}/audit`)
  await expect(rows(page).nth(1)).toContainText('Entrou')
  await expect(row(page, 'Cliente VIP')).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Empresa' }).click()
  await page.getByRole('combobox', { name: 'Empresa' }).fill(company.name)
  await page.getByRole('option', { name: company.name }).click()
  await expect(row(page, 'Excluiu uma tag: Cliente VIP')).toBeVisible()
  await expect(rows(page).nth(1)).toContainText('Acessou a empresa')
  await expectAccessibleInBothSchemes(page)

  const { page: boss } = await openDesk(browser, server, company.admin)
  await boss.goto(`${server.url}/audit`)
  await expect(row(boss, 'Acessou a empresa').first()).toContainText('O que fez: viu a auditoria')
  await expect(row(boss, 'Acessou a empresa').first()).toContainText('Operador da plataforma')
  await expect(row(boss, 'Acessou a empresa').first()).not.toContainText('127.0.0.1')
  await expect(boss.getByRole('combobox', { name: 'Empresa' })).toHaveCount(0)
})

test('On a phone the entries are cards, which open too', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await livedIn(company)
  const { page } = await openDesk(browser, server, company.admin, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.goto(`${server.url}/audit`)
  const card = page.getByRole('listitem').filter({ hasText: 'Excluiu uma tag: Cliente VIP' })
  await expect(card).toContainText('127.0.0.1')
  await page.getByRole('button', { name: 'Filtros' }).tap()
  await expect(page.getByRole('textbox', { name: 'Endereço IP' })).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await card.getByRole('button', { name: /^Ver / }).tap()
  await expect(page.getByRole('dialog')).toContainText('Excluiu uma tag')
})

test('Whoever is no admin has neither the entry of the menu nor the page', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { ana } = await livedIn(company)
  const { page } = await openDesk(browser, server, ana)
  await page.goto(`${server.url}/audit`)
  await expect(page.getByText('Seu perfil não dá acesso a esta página')).toBeVisible()
})
