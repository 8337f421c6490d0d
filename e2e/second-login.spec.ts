import { expect } from '@playwright/test'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { type Desk, logIn, openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('A second login ends the first session, and says so', async ({ browser, server }) => {
  const company = await createCompany(server, 'Padaria Lua')
  const carla = await company.attendant('Carla Nunes', [])
  const bruno = await company.attendant('Bruno Alves', [])
  const atTheCounter = await openDesk(browser, server, carla)
  const colleague = await openDesk(browser, server, bruno)
  // The notice comes over the socket, so the socket has to be open.
  const carlaNow = async () => must<{ online: boolean }>(company.call('GET', `/users/${carla.id}`))
  await expect.poll(async () => (await carlaNow()).online).toBe(true)
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

/** The toast is visible for one second only: call this before the login that causes it. */
async function toldAndReloaded({ page }: Desk): Promise<void> {
  const reloaded = page.waitForEvent('load', { timeout: 90_000 })
  await page.getByText('Sua conta foi acessada em outro computador.').waitFor({ timeout: 60_000 })
  await reloaded
}
