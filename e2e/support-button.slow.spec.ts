import { type Page, expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { type Server, serverOfFile } from './support/server.ts'

const helped = serverOfFile(() => ({ GUICHE_SUPPORT_NUMBER: '+55 11 98765-4321' }))
const alone = serverOfFile()

const supportOn = (page: Page) => page.getByRole('link', { name: 'Chamar suporte' })

async function openConnections(page: Page, server: Server): Promise<void> {
  await logIn(page, server, (await createCompany(server, 'Casa Aurora')).admin)
  const settings = page.waitForResponse(`${server.url}/settings`)
  await page.goto(`${server.url}/connections`)
  await settings
  await expect(page.getByRole('heading', { name: 'Conexões' })).toBeVisible()
}

test('The support button opens a new tab, which has no access to the page', async ({ context, page }) => {
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp', contentType: 'text/html' }))
  await openConnections(page, helped())

  const [chat] = await Promise.all([context.waitForEvent('page'), supportOn(page).click()])

  await expect(chat).toHaveURL('https://wa.me/5511987654321')
  expect(await chat.evaluate('globalThis.opener')).toBeNull()
  await expect(page).toHaveURL(/\/connections$/)
})

test('Without a configured support number there is no button', async ({ page }) => {
  await openConnections(page, alone())
  await expect(page.getByRole('button', { name: 'Nova conexão' }).first()).toBeVisible()
  await expect(supportOn(page)).toHaveCount(0)
})
