import { readFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { visitorWrites } from './support/contacts.ts'
import { logIn, openDesk } from './support/desk.ts'
import { colouredIn, savedPicture } from './support/numbers/pictures.ts'
import { downloadBy, sheetOf, sumOf } from './support/numbers/tables.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt', { hasText: name }) })
const value = (page: Page, name: string) => figure(page, name).locator('dd').first()

test('An admin sees what a day brought, and the list behind each number', async ({ browser, page, server }) => {
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const ana = await company.attendant('Ana Prado', [sales])
  const rita = await openChat(browser, server, await company.webChat([sales]), 'Rita Moura')
  await rita.write('Tem sofá azul?')
  const anas = await openDesk(browser, server, ana)
  await anas.accept('Rita Moura')
  await anas.write('Temos, sim')
  const ofSupport = await company.webChat([support])
  const ivo = await openChat(browser, server, ofSupport, 'Ivo Reis')
  await ivo.write('Meu pedido não chegou')
  await logIn(page, server, company.admin)
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await test.step('counters of now and of the month, nothing of which is NaN', async () => {
    await expect(value(page, 'Chats Pendentes')).toContainText('1')
    await expect(value(page, 'Chats Ativos')).toContainText('1')
    await expect(value(page, 'Leads')).toContainText('2')
    await expect(value(page, 'Chats Concluídos')).toContainText('0')
    await expect(figure(page, 'Chats Pendentes')).toContainText('agora, sem período')
    await expect(page.getByText('NaN')).toHaveCount(0)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the "?" says what exactly is counted', async () => {
    await page.getByRole('button', { name: 'O que conta: Leads' }).click()
    await expect(page.getByText('Contatos cujo primeiro atendimento', { exact: false })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('a number opens its list, which is as long as the number, and leads to the ticket and back', async () => {
    await value(page, 'Leads').getByRole('button').click()
    const list = page.getByRole('dialog')
    await expect(list.getByRole('row')).toHaveCount(3)
    await expect(list).toContainText('2 ao todo')
    await expectAccessibleInBothSchemes(page)
    await list
      .getByRole('row', { name: /Rita Moura/ })
      .getByRole('link')
      .click()
    await expect(page.getByRole('log', { name: 'Mensagens' })).toContainText('Tem sofá azul?')
    await page.goBack()
    await expect(list.getByRole('row')).toHaveCount(3)
    await page.keyboard.press('Escape')
  })

  await test.step('each chart has its table, and opens the list of a row', async () => {
    await page.getByRole('button', { name: 'Como tabela: Atendimentos por fila' }).click()
    const table = page.getByRole('table', { name: 'Atendimentos por fila' })
    await expect(table.getByRole('row')).toHaveText([/Fila/, /Vendas1|Suporte1/, /Vendas1|Suporte1/])
    await table.getByRole('button', { name: 'Vendas' }).click()
    await expect(page.getByRole('dialog').getByRole('row')).toHaveCount(2)
    await page.keyboard.press('Escape')
  })

  await test.step('each chart is saved as a picture, and as a table', async () => {
    for (const title of ['Total de Atendimentos', 'Atendimentos por fila']) {
      expect(await colouredIn(await savedPicture(page, title))).toBeGreaterThan(1000)
      await page.getByRole('button', { name: `Salvar: ${title}` }).click()
      const table = await downloadBy(page, page.getByRole('menuitem', { name: 'CSV' }))
      expect(table.suggestedFilename()).toBe(`${title}.csv`)
      expect(sumOf(await sheetOf(table), title)).toBe(2)
    }
  })

  await test.step('attendants: who is online now, and how much each has', async () => {
    const row = page.getByRole('table', { name: 'Atendentes' }).getByRole('row', { name: /Ana Prado/ })
    await expect(row.getByRole('img', { name: 'Online', exact: true })).toBeVisible()
    await expect(row).toContainText('1')
    await anas.page.getByRole('navigation').getByRole('button', { name: 'Sair' }).click()
    await expect(row.getByRole('img', { name: 'Offline', exact: true })).toBeVisible()
  })

  await test.step('a number is the same in card and file', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    const sheet = await readFile(await (await downloading).path(), 'utf8')
    expect(sheet).toMatch(/"Leads";"2";/)
    expect(sheet).not.toContain('NaN')
  })

  await test.step('a new chat is counted without a reload', async () => {
    const lia = await openChat(browser, server, ofSupport, 'Lia Costa')
    await lia.write('Boa tarde')
    await expect(value(page, 'Chats Pendentes')).toContainText('2', { timeout: 40_000 })
  })

  await test.step('the other tabs', async () => {
    await page.getByRole('tab', { name: 'NPS' }).click()
    await expect(page.getByText('O NPS precisa de notas de 0 a 10', { exact: false })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('tab', { name: 'Atendentes' }).click()
    await expect(page.getByRole('heading', { name: 'Atendimentos por atendente' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
})

test('The filter is by date or by period, and asks for one of them', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/`)

  await test.step('the current month, from its first to its last day', async () => {
    await expect(page.getByRole('textbox', { name: 'Data inicial' })).toHaveValue(/^01\//)
    await expect(page.getByRole('textbox', { name: 'Data final' })).toHaveValue(/^(28|29|30|31)\//)
    await expect(page.getByText('Nenhum atendimento no período nem no anterior.').first()).toBeVisible()
    await expect(page.getByText('Nenhum cliente avaliou no período.')).toBeVisible()
  })

  await test.step('by period: days until today', async () => {
    await page.getByText('Por período', { exact: true }).click()
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await expect(page.getByText('Parametrize o filtro')).toBeVisible()
    await page.getByRole('combobox', { name: 'Período' }).click()
    await expect(page.getByRole('option')).toHaveText([
      'Nenhum',
      '3 dias',
      '7 dias',
      '15 dias',
      '30 dias',
      '60 dias',
      '90 dias',
    ])
    await page.getByRole('option', { name: '7 dias' }).click()
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await expect(page).toHaveURL(/days=7/)
  })

  await test.step('a period that ends before it begins is told in a sentence', async () => {
    await page.getByText('Por data', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Data final' }).fill('01/01/2020')
    await page.keyboard.press('Tab')
    await expect(page.getByText('A data final vem antes da data inicial.')).toBeVisible()
  })

  await test.step('on a phone nothing is cut off', async () => {
    await page.goto(`${server.url}/`)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect(await page.locator('html').evaluate((view) => view.scrollWidth)).toBeLessThanOrEqual(390)
    await expectAccessibleInBothSchemes(page)
  })
})

test('Queue, attendant and connection narrow every number, chart and list, and stay in the address', async ({
  browser,
  page,
  server,
}) => {
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const ana = await company.attendant('Ana Prado', [sales])
  const ofSales = await company.webChat([sales], { name: 'Loja' })
  await visitorWrites(server, ofSales, 'Rita Moura', 'Tem sofá azul?')
  await visitorWrites(server, await company.webChat([support], { name: 'Oficina' }), 'Ivo Reis', 'Quebrou')
  const anas = await openDesk(browser, server, ana)
  await anas.accept('Rita Moura')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/`)
  const filters = page.getByRole('group', { name: 'O que conta' })
  const active = page.getByRole('group', { name: 'Filtros ativos' })
  const choose = async (field: string, option: string) => {
    await page.getByRole('button', { name: 'O que conta', exact: true }).click()
    await filters.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(filters).toHaveCount(0)
  }
  const expectCards = async (pending: number, open: number, leads: number) => {
    await expect(value(page, 'Chats Pendentes')).toContainText(String(pending))
    await expect(value(page, 'Chats Ativos')).toContainText(String(open))
    await expect(value(page, 'Leads')).toContainText(String(leads))
  }
  await expectCards(1, 1, 2)

  await test.step('by queue: cards, charts, lists and the file', async () => {
    await choose('Fila', 'Vendas')
    await expect(active).toContainText('Fila: Vendas')
    await expectCards(0, 1, 1)
    await page.getByRole('button', { name: 'Como tabela: Atendimentos por fila' }).click()
    await expect(page.getByRole('table', { name: 'Atendimentos por fila' }).getByRole('row')).toHaveCount(2)
    await value(page, 'Leads').getByRole('button').click()
    const list = page.getByRole('dialog')
    await expect(list.getByRole('row')).toHaveCount(2)
    await expect(list).toContainText('Rita Moura')
    await page.keyboard.press('Escape')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar' }).click()
    expect(await readFile(await (await downloading).path(), 'utf8')).toMatch(/"Leads";"1";/)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('after a reload, and with another period', async () => {
    await page.reload()
    await expect(active).toContainText('Fila: Vendas')
    await page.getByText('Por período', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Período' }).click()
    await page.getByRole('option', { name: '7 dias' }).click()
    await page.getByRole('button', { name: 'Filtrar' }).click()
    await expect(page).toHaveURL(/days=7/)
    await expect(active).toContainText('Fila: Vendas')
    await expectCards(0, 1, 1)
    await active.getByRole('button', { name: 'Remover o filtro Fila: Vendas' }).click()
    await expectCards(1, 1, 2)
    await expect(active).toHaveCount(0)
  })

  await test.step('by nobody as the attendant, and by connection', async () => {
    await choose('Atendente', 'Sem atendente')
    await expectCards(1, 0, 1)
    await choose('Conexão', 'Loja')
    await expectCards(0, 0, 0)
    await active.getByRole('button', { name: 'Remover o filtro Atendente: Sem atendente' }).click()
    await expectCards(0, 1, 1)
  })
})

test('A failure says so and can be repeated', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  await page.route('**/dashboard/numbers*', (route) => route.fulfill({ status: 500, body: '{"error":"x"}' }))
  await page.goto(`${server.url}/`)
  await expect(page.getByText('Erro ao buscar informações dos tickets')).toBeVisible()
  await page.unroute('**/dashboard/numbers*')
  const again = page.getByRole('button', { name: 'Tentar de novo' })
  await expect(async () => {
    // The screen tries by itself too, now and then.
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(value(page, 'Chats Pendentes')).toBeVisible({ timeout: 2000 })
  }).toPass()
})

test('An attendant comes to the tickets, and with the right to the dashboard', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const { page } = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  await page.goto(`${server.url}/`)
  await expect(page).toHaveURL(/\/tickets$/)
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)

  const bia = await company.attendant('Bia Costa', [queue], { showDashboard: 'enabled' })
  const { page: hers } = await openDesk(browser, server, bia)
  await hers.goto(`${server.url}/`)
  await expect(hers.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(hers.getByText('Data de vencimento')).toHaveCount(0)
})
