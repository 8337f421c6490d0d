import { type Page, expect } from '@playwright/test'
import { must } from './support/call.ts'
import { type Person, createCompany } from './support/company.ts'
import { visitorWrites } from './support/contacts.ts'
import { type Desk, deskOn, logIn, openDesk } from './support/desk.ts'
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
  await expect(atTheCounter.page.getByRole('alert').filter({ hasText: reason })).toBeVisible()
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

test('A tab whose logout takes long leaves the next login in another tab alone', async ({ browser, server }) => {
  const company = await createCompany(server, 'Padaria Sol')
  const carla = await company.attendant('Carla Nunes', [])
  const bruno = await company.attendant('Bruno Alves', [])
  const { page: slow } = await openDesk(browser, server, carla)
  const quick = await slow.context().newPage()
  await quick.goto(`${server.url}/tickets`)
  const { promise: isCutOff, resolve: cutOff } = Promise.withResolvers<void>()
  await slow.route('**/auth/logout', async (route) => {
    await isCutOff
    await route.abort()
  })

  await logOut(slow, carla)
  await logOut(quick, carla)
  await expect(slow).toHaveURL(/\/login/)
  await logIn(quick, server, bruno)
  cutOff()
  await expect(slow.getByText('Sem conexão com o servidor. Tente de novo.')).toBeVisible()

  await expect(accountOf(quick, bruno)).toBeVisible()
  await quick.reload()
  await expect(accountOf(quick, bruno)).toBeVisible()
})

test('A message that arrives while a second user of the tab connects is in the list', async ({ server, page }) => {
  const company = await createCompany(server, 'Padaria Mar')
  const queue = await company.queue('Balcão')
  const shop = await company.webChat([queue])
  const carla = await company.attendant('Carla Nunes', [queue])
  const bruno = await company.attendant('Bruno Alves', [queue])
  let isHeld = false
  const released = Promise.withResolvers<void>()
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    if (isHeld) await released.promise
    socket.connectToServer()
  })
  await logIn(page, server, carla)
  const { tab, row } = deskOn(page)
  await tab('Aguardando').click()
  await visitorWrites(server, shop, 'Nair Lima', 'Oi')
  await expect(row('Nair Lima')).toBeVisible()
  await logOut(page, carla)
  await expect(page).toHaveURL(/\/login/)

  // Without a reload.
  isHeld = true
  await page.getByLabel('E-mail').fill(bruno.email)
  await page.getByLabel('Senha', { exact: true }).fill(bruno.password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await tab('Aguardando').click()
  await expect(row('Nair Lima')).toBeVisible()
  await visitorWrites(server, shop, 'Rita Moura', 'Oi')
  const countWaiting = async () => (await must<{ count: number }>(company.call('GET', '/tickets?status=pending'))).count
  await expect.poll(countWaiting).toBe(2)
  await expect(row('Rita Moura')).toHaveCount(0)
  released.resolve()

  await expect(row('Rita Moura')).toBeVisible()
})

const accountOf = (page: Page, { name }: Person) => page.getByRole('button', { name: `Conta de ${name}` })

async function logOut(page: Page, person: Person): Promise<void> {
  await accountOf(page, person).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
}

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
