import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { visitorWrites } from './support/contacts.ts'
import { deskOn, logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('A list left near its end shows what changed while another screen was open', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const shop = await company.webChat([queue])
  for (let nth = 10; nth < 52; nth++) await visitorWrites(server, shop, `Cliente ${nth}`, 'Oi')
  // Without live events, only a fetch tells what has changed.
  await page.routeWebSocket(/\/socket\.io\//, () => {})
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const { tab, row } = deskOn(page)
  const toMenu = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click()
  await tab('Aguardando').click()
  await row('Cliente 51').hover()
  await page.mouse.wheel(0, 1800)
  await expect(row('Cliente 25')).toBeInViewport()

  await toMenu('Contatos')
  await expect(page).toHaveURL(/contacts/)
  const { tickets } = await must<{ tickets: { id: number; contact: { name: string } }[] }>(
    company.call('GET', '/tickets?status=pending'),
  )
  const newest = tickets.find(({ contact }) => contact.name === 'Cliente 51')
  await must(company.call('PUT', `/tickets/${newest?.id}`, { status: 'closed' }))
  await toMenu('Atendimentos')

  await expect(row('Cliente 25')).toBeInViewport()
  await expect(tab('Aguardando')).toContainText('41')
  await row('Cliente 25').hover()
  // A turn of the wheel is lost while the list still goes to the place where it was left.
  await expect(async () => {
    await page.mouse.wheel(0, -10_000)
    await expect(row('Cliente 50')).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await expect(row('Cliente 51')).toHaveCount(0)
})

test('The next page of a list that cannot be loaded is asked for once, and again when the attendant wants it', async ({
  page,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const shop = await company.webChat([queue])
  for (let nth = 10; nth < 52; nth++) await visitorWrites(server, shop, `Cliente ${nth}`, 'Oi')
  let asked = 0
  let isDown = true
  await page.route(/\/tickets\?.*pageNumber=2/, async (route) => {
    asked += 1
    return isDown ? route.fulfill({ status: 500, json: { error: 'ERR_INTERNAL' } }) : route.continue()
  })
  await logIn(page, server, await company.attendant('Ana Prado', [queue]))
  const { tab, row } = deskOn(page)
  await tab('Aguardando').click()
  await row('Cliente 51').hover()
  await page.mouse.wheel(0, 10_000)
  const again = page.getByRole('region', { name: 'Conversas' }).getByRole('button', { name: 'Tentar de novo' })
  await expect(again).toBeVisible()
  const before = asked
  await row('Cliente 12').hover()
  await page.mouse.wheel(0, -10_000)
  await expect(row('Cliente 51')).toBeInViewport()
  await page.mouse.wheel(0, 10_000)
  await expect(again).toBeInViewport()
  expect(asked).toBe(before)

  isDown = false
  await again.click()
  await expect(row('Cliente 10')).toBeVisible()
})

test('The usual tab can be chosen where the list was left at another one', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  // Live events would show the choice late.
  await page.routeWebSocket(/\/socket\.io\//, () => {})
  await logIn(page, server, await company.attendant('Ana Prado', [await company.queue('Vendas')]))
  const { tab } = deskOn(page)
  const isChosen = (name: 'Atendendo' | 'Aguardando') => expect(tab(name)).toHaveAttribute('aria-selected', 'true')
  await tab('Aguardando').click()
  await isChosen('Aguardando')
  await page.goto(`${server.url}/tickets`)
  await isChosen('Aguardando')
  await tab('Atendendo').click()
  await isChosen('Atendendo')
})
