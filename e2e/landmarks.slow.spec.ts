import { type Page, expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const expectOneTitle = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)

/** Only parts of a screen scroll, so that its head and the field for a message stay in view. */
const expectNoScrolling = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollHeight - window.innerHeight')).toBe(0)

const screens = [
  '/tickets',
  '/contacts',
  '/quick-messages',
  '/schedules',
  '/tags',
  '/kanban',
  '/TagsKanban',
  '/plantao',
  '/todolist',
  '/chats',
  '/helps',
  '/users',
  '/queues',
  '/files',
  '/prompts',
  '/queue-integration',
  '/connections',
  '/settings',
  '/audit',
  '/nowhere',
]

test('Each screen has one title of the first level and fits the window, and dialogs add no banner', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const webChat = await company.webChat([await company.queue('Vendas')])
  await page.goto(`${server.url}/login`)
  await expectOneTitle(page)
  const visitor = await openChat(browser, server, webChat, 'Rita Moura')
  await expectOneTitle(visitor.page)

  await logIn(page, server, company.admin)
  for (const path of screens) {
    await page.goto(server.url + path)
    await expectOneTitle(page)
    await expectNoScrolling(page)
  }

  await page.goto(`${server.url}/tickets`)
  await expect(page.getByRole('banner')).toHaveCount(1)
  for (const [keys, name] of [
    ['n', 'Novo ticket'],
    ['?', 'Atalhos do teclado'],
    ['Control+k', 'Buscar ou ir para…'],
  ] as const) {
    await page.keyboard.press(keys)
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await expect(page.locator('[role=dialog] header:not([role=presentation])')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('A page without a right to it has a title too', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await logIn(page, server, await company.attendant('Ana Prado', []))
  for (const path of ['/users', '/tickets']) {
    await page.goto(server.url + path)
    await expectOneTitle(page)
  }
})
