import { type Locator, type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const boardOn = (page: Page) => {
  const figure = (name: string) =>
    page.locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
  const waiting = page.getByRole('region', { name: 'Quem aguarda' })
  const attendant = (name: string): Locator =>
    page
      .getByRole('region', { name: 'Quem atende' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name }) })
  return { figure, waiting, attendant }
}

test('A manager sees live who waits, who takes a ticket, and who leaves', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, support] = [await company.queue('Vendas'), await company.queue('Suporte')]
  const ana = await company.attendant('Ana Prado', [sales])
  await company.attendant('Bia Costa', [support])
  const [ofSales, ofSupport] = [await company.webChat([sales]), await company.webChat([support])]
  const { page } = await openDesk(browser, server, company.admin)

  await page.getByRole('link', { name: 'Tempo real' }).click()
  await expect(page.getByRole('heading', { name: 'Tempo real' })).toBeVisible()
  const { figure, waiting, attendant } = boardOn(page)
  await expect(figure('Maior espera')).toContainText('Ninguém aguarda')
  await expect(waiting).toContainText('Ninguém aguarda atendimento')
  await expectAccessibleInBothSchemes(page)

  const rita = await openChat(browser, server, ofSales, 'Rita Moura')
  await test.step('customers who write appear, the longest wait first', async () => {
    await rita.write('Bom dia')
    await expect(waiting.getByRole('link', { name: /Rita Moura/ })).toBeVisible()
    const ivo = await openChat(browser, server, ofSupport, 'Ivo Reis')
    await ivo.write('Boa tarde')
    await expect(waiting.getByRole('list', { name: 'Quem aguarda' }).getByRole('link')).toHaveText([
      /Rita Moura.*Vendas/,
      /Ivo Reis.*Suporte/,
    ])
    await expect(figure('Aguardando')).toContainText('2')
    await expect(figure('Maior espera')).toContainText('Rita Moura · Vendas')
    await waiting.getByRole('button', { name: /Suporte/ }).click()
    await expect(waiting.getByRole('link')).toHaveText([/Ivo Reis/])
    await waiting.getByRole('button', { name: /Suporte/ }).click()
  })

  const anas = await openDesk(browser, server, ana)
  await test.step('an attendant who comes, takes a ticket and answers', async () => {
    await expect(attendant('Ana Prado').getByRole('img', { name: 'Online' })).toBeVisible()
    await anas.accept('Rita Moura')
    await expect(attendant('Ana Prado')).toContainText('1 ticket')
    await expect(attendant('Ana Prado').getByRole('link', { name: /Rita Moura/ })).toBeVisible()
    await expect(figure('Em atendimento')).toContainText('1')
    await expect(figure('Aguardando')).toContainText('1')
    await expect(figure('Maior espera')).toContainText('Ivo Reis · Suporte')
    await rita.write('Tem sofá azul?')
    await expect(attendant('Ana Prado')).toContainText('sem resposta')
    await expect(figure('Maior tempo sem resposta')).toContainText('Rita Moura · Ana Prado')
    await anas.write('Temos, sim')
    await expect(attendant('Ana Prado')).not.toContainText('sem resposta')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a press opens the ticket, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await waiting.getByRole('link', { name: /Ivo Reis/ }).click()
    await expect(page.getByRole('log', { name: 'Mensagens' })).toContainText('Boa tarde')
    await page.goBack()
    await expect(waiting.getByRole('link', { name: /Ivo Reis/ })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
})

test('An attendant sees the board with the right only, and loses it while it is open', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const sales = await company.queue('Vendas')
  const [ana, bia] = [await company.attendant('Ana Prado', [sales]), await company.attendant('Bia Costa', [sales])]
  const webChat = await company.webChat([sales])
  const allow = (allowRealTime: 'enabled' | 'disabled') =>
    must(company.call('PUT', `/users/${ana.id}`, { allowRealTime }))
  const { page } = await openDesk(browser, server, ana)
  const menuEntry = page.getByRole('link', { name: 'Tempo real' })
  await expect(page.getByRole('link', { name: 'Contatos' })).toBeVisible()
  await expect(menuEntry).toHaveCount(0)
  await page.goto(`${server.url}/moments`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/permissão/)
  await expect(page.getByRole('region', { name: 'Quem aguarda' })).toHaveCount(0)

  await allow('enabled')
  await expect(menuEntry).toBeVisible()
  const { attendant, waiting, figure } = boardOn(page)
  await expect(attendant('Ana Prado')).toBeVisible()

  const bias = await openDesk(browser, server, bia)
  const ivo = await openChat(browser, server, webChat, 'Ivo Reis')
  await ivo.write('Boa tarde')
  await bias.accept('Ivo Reis')
  const rita = await openChat(browser, server, webChat, 'Rita Moura')
  await rita.write('Bom dia')

  await test.step('of colleagues they see how many tickets they have', async () => {
    await expect(waiting.getByRole('link')).toHaveText([/Rita Moura/])
    await expect(attendant('Bia Costa')).toContainText('1 ticket')
    await expect(attendant('Bia Costa').getByRole('link')).toHaveCount(0)
    await expect(figure('Em atendimento')).toContainText('0')
  })

  await allow('disabled')
  await expect(waiting).toHaveCount(0)
  await expect(menuEntry).toHaveCount(0)
})
