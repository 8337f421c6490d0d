import { readFile } from 'node:fs/promises'
import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

/** Of the report; a calendar has rows too. */
const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') })
const pages = (page: Page) => page.getByRole('contentinfo').or(page.locator('footer'))

test('An admin reads what was served, narrows it, and opens a ticket', async ({ browser, page, server }) => {
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const ana = await company.attendant('Ana Prado', [sales])
  const chat = await company.webChat([sales])
  const rita = await openChat(browser, server, chat, 'Rita Moura')
  await rita.write('Tem sofá azul?')
  const anas = await openDesk(browser, server, ana)
  await anas.accept('Rita Moura')
  await anas.write('Temos, sim')
  const ivo = await openChat(browser, server, await company.webChat([support]), 'Ivo Reis')
  await ivo.write('Meu pedido não chegou')
  await logIn(page, server, company.admin)

  await page.getByRole('navigation').getByRole('link', { name: 'Relatórios' }).click()
  await expect(page.getByRole('heading', { name: 'Relatórios' })).toBeVisible()

  await test.step('the attendances of this month, the newest first', async () => {
    await expect(rows(page)).toHaveCount(2)
    await expect(rows(page).nth(0)).toContainText('Ivo Reis')
    await expect(rows(page).nth(0)).toContainText('Aguardando')
    await expect(rows(page).nth(1)).toContainText('Rita Moura')
    await expect(rows(page).nth(1)).toContainText('Ana Prado')
    await expect(page.getByText('2 atendimentos')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Data inicial' })).toHaveValue(/^01\/\d\d\/\d{4}$/)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('by queue and attendant, also after the way back from a ticket', async () => {
    await page.getByRole('combobox', { name: 'Fila' }).click()
    await page.getByRole('option', { name: 'Vendas' }).click()
    await page.keyboard.press('Escape')
    await expect(rows(page)).toHaveCount(1)
    await rows(page).getByRole('link').click()
    await expect(page.getByRole('log', { name: 'Mensagens' })).toContainText('Tem sofá azul?')
    await page.goBack()
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText('Rita Moura')
  })

  await test.step('how long they took, and what was rated', async () => {
    await page.getByRole('tab', { name: 'Duração dos tickets' }).click()
    await expect(page.getByRole('columnheader', { name: 'Espera até aceitar' })).toBeVisible()
    await expect(rows(page)).toContainText('00h 00m')
    await page.getByRole('tab', { name: 'Pesquisa/NPS' }).click()
    await expect(page.getByText('Nenhum atendimento corresponde aos filtros.')).toBeVisible()
    await page.getByRole('tab', { name: 'Tickets', exact: true }).click()
  })

  await test.step('a period that ends before it begins is told in a sentence', async () => {
    await page.getByRole('textbox', { name: 'Data final' }).fill('01/01/2020')
    await page.keyboard.press('Tab')
    await expect(page.getByText('A data final vem antes da data inicial.').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Confira o período' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Data inicial' }).fill('01/01/2019')
    await page.keyboard.press('Tab')
    await expect(rows(page)).toHaveCount(0)
  })
})

test('The search for a contact offers to create one from three letters on', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/reports`)
  const field = page.getByRole('textbox', { name: 'Contato' })
  await field.fill('Zu')
  await expect(page.getByRole('option')).toHaveCount(0)
  await field.fill('Zuleica Prado')
  await page.getByRole('option', { name: 'Adicionar “Zuleica Prado”' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Nome')).toHaveValue('Zuleica Prado')
  await dialog.getByLabel('Número').fill('5511987651234')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(field).toHaveValue('Zuleica Prado')
  await page.getByRole('button', { name: 'Limpar o contato' }).click()
  await expect(field).toHaveValue('')
})

test('Pages are as long as one chooses', async ({ page, server }) => {
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  const chat = await company.webChat([await company.queue('Vendas')])
  const post = (path: string, body: object, secret?: string) =>
    fetch(`${server.url}/web-chat/${chat.token}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
      body: JSON.stringify(body),
    })
  for (let nth = 1; nth <= 12; nth += 1) {
    const { secret } = await must<{ secret: string }>(post('visitors', { name: `Cliente ${nth}` }))
    await must(post('messages', { id: crypto.randomUUID(), body: 'Olá' }, secret))
  }
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/reports`)
  await expect(rows(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Página 2' }).click()
  await expect(rows(page)).toHaveCount(2)
  await pages(page).getByLabel('Por página').click()
  await page.getByRole('option', { name: '50' }).click()
  await expect(rows(page)).toHaveCount(12)

  await test.step('on a phone they are cards', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByText('Cliente 12')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
})

test('A file is made while one goes on, and fetched by its link', async ({ browser, page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const rita = await openChat(browser, server, await company.webChat([await company.queue('Vendas')]), 'Rita Moura')
  await rita.write('Tem sofá azul?')
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/reports`)
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Mensagens em CSV' }).click()
  const files = page.getByRole('region', { name: 'Arquivos exportados' })
  await expect(files.getByText(/Disponível até/)).toBeVisible()
  await expectAccessibleInBothSchemes(page)

  const downloading = page.waitForEvent('download')
  await files.getByRole('link', { name: /^Baixar Mensagens em CSV/ }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('Relatório de mensagens.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain('"Recebida";"Rita Moura";"Tem sofá azul?"')

  await files.getByRole('button', { name: /^Remover Mensagens em CSV/ }).click()
  await expect(files).toHaveCount(0)
})

test('An attendant without the right has no reports', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { page } = await openDesk(
    browser,
    server,
    await company.attendant('Ana Prado', [await company.queue('Vendas')]),
  )
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Relatórios' })).toHaveCount(0)
  await page.goto(`${server.url}/reports`)
  await expect(page.getByRole('heading', { name: 'Sem permissão' })).toBeVisible()
})
