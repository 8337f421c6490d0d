import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

test('The login and the chat page meet WCAG 2.2 AA', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const webChat = await company.webChat([await company.queue('Vendas')])
  const login = await (await browser.newContext()).newPage()
  await login.goto(`${server.url}/login`)
  await login.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(login.getByText('Por favor, insira um email válido.')).toBeVisible()
  await expectAccessibleInBothSchemes(login)

  const visitor = await openChat(browser, server, webChat, 'Rita Moura')
  await visitor.write('Bom dia')
  await visitor.sendPicture('parede.png', 'Para esta parede')
  await visitor.replyTo('Bom dia', 'Tem luminária?')
  await expectAccessibleInBothSchemes(visitor.page)
})

test('The back office meets WCAG 2.2 AA', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  await company.attendant('Ana Prado', [queue])
  await company.webChat([queue])
  const { page } = await openDesk(browser, server, company.admin)

  for (const [path, row] of Object.entries(screens)) {
    await page.goto(server.url + path)
    await expect(page.getByRole('main').getByText(row).first()).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  }
  for (const name of ['Volume dos avisos', 'Mensagens não lidas']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('The pages of the operator meet WCAG 2.2 AA', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora', { dueDate: '2031-05-06' })
  const { page } = await openDesk(browser, server, server.operator)
  for (const [path, text] of Object.entries(operatorScreens(company.name))) {
    await page.goto(server.url + path)
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  }
})

test('List, conversation and dialogs meet WCAG 2.2 AA', async ({ browser, server }) => {
  // Analyses a whole page seven times.
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue], { complationMessage: 'Até logo!' })
  const visitor = await openChat(browser, server, webChat, 'Rita Moura')
  await visitor.write('Bom dia')
  await visitor.sendPicture('parede.png', 'Para esta parede')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  await ana.tab('Aguardando').click()
  await expect(ana.row('Rita Moura')).toBeVisible()
  await expectAccessibleInBothSchemes(ana.page)
  await ana.open('Rita Moura')
  await expect(ana.message('Para esta parede')).toBeVisible()
  await expectAccessibleInBothSchemes(ana.page)

  await ana.accept('Rita Moura')
  await ana.write('Bom dia, Rita')
  await ana.writeNote('Cliente antiga')
  await ana.expectTick('Bom dia, Rita', 'Lida')
  await expectAccessibleInBothSchemes(ana.page)
  await ana.page.getByRole('textbox', { name: 'Mensagem' }).press('Escape')
  for (const key of ['t', 'e', '?', 'Control+k']) {
    await ana.page.keyboard.press(key)
    await expect(ana.page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothSchemes(ana.page)
    // The first press may close a list of options that is open above the dialog.
    await expect(async () => {
      await ana.page.keyboard.press('Escape')
      await expect(ana.page.getByRole('dialog')).toHaveCount(0, { timeout: 1000 })
    }).toPass()
  }
})

/** An element that shows that the screen and its data have loaded. */
const screens = {
  '/contacts': 'Contatos',
  '/quick-messages': 'Respostas rápidas',
  '/tags': 'Tags',
  '/users': 'Ana Prado',
  '/queues': 'Vendas',
  '/connections': /^Chat /,
  '/financeiro': 'Nenhuma fatura ainda',
  '/settings': 'Configurações',
  '/audit': 'Entrou',
}

const operatorScreens = (company: string) => ({
  '/overview': 'Empresas por situação',
  '/companies?filter=new&sort=created': company,
  '/companies?sort=created&view=use': company,
  '/dead-letters': 'Falhas definitivas',
})
