import { expect } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { type Desk, logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('A second login ends the first session, and says so', async ({ browser, server }) => {
  const company = await createCompany(server, 'Padaria Lua')
  const carla = await company.attendant('Carla Nunes', [])
  const bruno = await company.attendant('Bruno Alves', [])
  const atTheCounter = await openDesk(browser, server, carla)
  const colleague = await openDesk(browser, server, bruno)
  const told = toldAndReloaded(atTheCounter)
  const atHome = await openDesk(browser, server, carla)

  await told
  await expect(atTheCounter.page).toHaveURL(/\/login/)
  await atTheCounter.page.goto(`${server.url}/tickets`)
  await expect(atTheCounter.page).toHaveURL(/\/login/)

  for (const { page } of [atHome, colleague]) {
    await page.reload()
    await expect(page.getByRole('banner').getByRole('button', { name: /^Conta de/ })).toBeVisible()
    await expect(page).toHaveURL(/\/tickets/)
  }
  const toldAtHome = toldAndReloaded(atHome)
  await logIn(atTheCounter.page, server, carla)
  await toldAtHome
})

/** The words stand for a second, so whoever awaits them begins before they are due. */
async function toldAndReloaded({ page }: Desk): Promise<void> {
  const reloaded = page.waitForEvent('load', { timeout: 90_000 })
  await page.getByText('Sua conta foi acessada em outro computador.').waitFor({ timeout: 60_000 })
  await reloaded
}
