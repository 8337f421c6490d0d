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
  const toldAtTheCounter = await watchForReason(atTheCounter)
  const atHome = await openDesk(browser, server, carla)

  await toldAtTheCounter()
  await expect(atTheCounter.page).toHaveURL(/\/login/)
  await atTheCounter.page.goto(`${server.url}/tickets`)
  await expect(atTheCounter.page).toHaveURL(/\/login/)

  for (const { page } of [atHome, colleague]) {
    await page.reload()
    await expect(page.getByRole('banner').getByRole('button', { name: /^Conta de/ })).toBeVisible()
    await expect(page).toHaveURL(/\/tickets/)
  }
  const toldAtHome = await watchForReason(atHome)
  await logIn(atTheCounter.page, server, carla)
  await toldAtHome()
})

const reason = 'Sua conta foi acessada em outro computador.'

/**
 * Call this before the login that causes it. The page shows the reason for one second and reloads, so the page itself
 * watches for it: on a busy machine the test would check too late.
 */
async function watchForReason({ page }: Desk): Promise<() => Promise<void>> {
  const shown = page.waitForEvent('console', { predicate: (line) => line.text() === reason, timeout: 90_000 })
  const reloaded = page.waitForEvent('load', { timeout: 90_000 })
  await page.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes(${JSON.stringify(reason)})) console.info(${JSON.stringify(reason)})
  }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
  return async () => void (await Promise.all([shown, reloaded]))
}
