import { expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'

const server = serverOfFile()

test('A second login ends the first session, and says so', async ({ browser }) => {
  const company = await createCompany(server(), 'Padaria Lua')
  const carla = await company.attendant('Carla Nunes', [])
  const bruno = await company.attendant('Bruno Alves', [])
  const atTheCounter = await openDesk(browser, server(), carla)
  const colleague = await openDesk(browser, server(), bruno)
  const atHome = await openDesk(browser, server(), carla)

  await expect(atTheCounter.page.getByText('Sua conta foi acessada em outro computador.')).toBeVisible()
  await expect(atTheCounter.page).toHaveURL(/\/login/)
  await atTheCounter.page.goto(`${server().url}/tickets`)
  await expect(atTheCounter.page).toHaveURL(/\/login/)

  for (const { page } of [atHome, colleague]) {
    await page.reload()
    await expect(page.getByRole('banner').getByRole('button', { name: /^Conta de/ })).toBeVisible()
    await expect(page).toHaveURL(/\/tickets/)
  }
  await logIn(atTheCounter.page, server(), carla)
  await expect(atHome.page.getByText('Sua conta foi acessada em outro computador.')).toBeVisible()
})
