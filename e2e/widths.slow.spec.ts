import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { type Queue, createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

const longName = 'Atendimento da loja do centro de São Paulo'

test('The menu is open where it leaves enough space, and the list of connections fits beside it', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.webChat([await company.queue('Vendas')], { name: longName })
  const { page } = await openDesk(browser, server, company.admin, { viewport: { width: 1600, height: 900 } })
  const menu = page.getByRole('navigation')
  const widthOfMenu = async () => (await menu.first().boundingBox())?.width ?? 0
  await expect.poll(widthOfMenu).toBeGreaterThan(200)

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(widthOfMenu).toBeLessThan(100)

  await page.goto(`${server.url}/connections`)
  const row = page.getByRole('row', { name: longName })
  await expect(row).toBeVisible()
  await page.getByRole('button', { name: 'Abrir menu' }).click()
  await expect.poll(widthOfMenu).toBeGreaterThan(200)
  await expect(row.getByRole('button').last()).toBeInViewport({ ratio: 1 })
})

test('The head of the list has space for its controls at 1024 px', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queues: Queue[] = []
  for (let nth = 1; nth <= 12; nth++) {
    const color = `#1122${10 + nth}`
    queues.push(await must<Queue>(company.call('POST', '/queue', { name: `Fila ${nth}`, color })))
  }
  const webChat = await company.webChat(queues.slice(0, 1))
  const { page, tab } = await openDesk(browser, server, company.admin, { viewport: { width: 1024, height: 768 } })
  const list = page.getByRole('region', { name: 'Conversas' })
  const title = list.getByRole('heading', { name: 'Conversas' })
  const box = async (locator: typeof title) => {
    const found = await locator.boundingBox()
    if (!found) throw new Error('not shown')
    return { ...found, right: found.x + found.width }
  }

  await test.step('nothing overlaps, and the title is whole', async () => {
    const search = list.getByRole('searchbox').or(list.getByRole('textbox')).first()
    const filas = list.getByRole('button', { name: /^Filas/ })
    await expect(filas).toContainText('12')
    expect((await box(search)).right).toBeLessThanOrEqual((await box(filas)).x)
    expect((await box(filas)).right).toBeLessThanOrEqual((await box(list.getByRole('button', { name: /^Ordem/ }))).x)
    expect(await title.evaluate((view) => view.scrollWidth - view.clientWidth)).toBeLessThanOrEqual(0)
  })

  await test.step('the dot of active filters is not cut off', async () => {
    await list.getByRole('button', { name: 'Filtros' }).click()
    await list.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option').first().click()
    const button = list.getByRole('button', { name: '1 filtro ativo' })
    await expect(button).toHaveCSS('overflow', 'visible')
    await list.getByRole('button', { name: 'Limpar' }).click()
  })

  await test.step('names and previews in Arabic are cut off at their end, on the left', async () => {
    const name = 'مصطفى عبد الرحمن الهاشمي من متجر وسط المدينة'
    const post = (path: string, body: object, secret?: string) =>
      fetch(`${server.url}/web-chat/${webChat.token}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(secret && { authorization: `Bearer ${secret}` }) },
        body: JSON.stringify(body),
      })
    const { secret } = await must<{ secret: string }>(post('visitors', { name }))
    await must(
      post('messages', { id: randomUUID(), body: 'صباح الخير، أريد أن أسأل عن الأريكة الزرقاء '.repeat(3) }, secret),
    )
    await tab('Aguardando').click()
    const row = list.getByRole('listitem').filter({ hasText: 'مصطفى' })
    await expect(row).toBeVisible()
    for (const text of ['مصطفى', 'صباح الخير']) {
      const shown = row.getByText(text).first()
      await expect(shown).toHaveCSS('direction', 'rtl')
      await expect(shown).toHaveCSS('text-overflow', 'ellipsis')
      expect(await shown.evaluate((view) => view.scrollWidth - view.clientWidth)).toBeGreaterThan(0)
    }
  })
})

test('A single tab is not shown, and the company can refuse calls', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const { page } = await openDesk(browser, server, company.admin)
  await page.goto(`${server.url}/settings`)
  const calls = page.getByRole('switch', { name: 'Aceitar chamadas no WhatsApp' })
  await expect(calls).toBeChecked()
  await expect(page.getByRole('tab')).toHaveCount(0)

  await calls.click({ force: true })
  await expect(page.getByRole('status').filter({ hasText: 'Salvo' })).toBeVisible()
  await page.reload()
  await expect(calls).not.toBeChecked()
})
