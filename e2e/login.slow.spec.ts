import { expect } from '@playwright/test'
import { logInByApi } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { deskOn, openDesk, submitLogin } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('The reason of an ended session stays visible until the next login, which opens the same ticket', async ({
  browser,
  server,
}) => {
  const { ana, person, company } = await openTalk(browser, server, 'Quero um sofá')
  const { page } = ana
  const ticket = page.url()
  const reason = page.getByRole('alert').filter({ hasText: 'Sua conta foi acessada em outro computador.' })

  await test.step('of the same user', async () => {
    await logInByApi(server, person)
    await expect(reason).toBeVisible()
    await page.reload()
    await expect(reason).toBeVisible()
    await submitLogin(page, server, person)
    await expect(page).toHaveURL(ticket)
    await expect(ana.message('Quero um sofá')).toBeVisible()
  })

  await test.step('but not of another user', async () => {
    await logInByApi(server, person)
    await expect(reason).toBeVisible()
    await submitLogin(page, server, await company.attendant('Bia Lima', []))
    await expect(page).toHaveURL(/\/tickets$/)
    await page.getByRole('button', { name: 'Conta de Bia Lima' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await expect(page.getByLabel('E-mail')).toBeVisible()
    await expect(reason).toHaveCount(0)
  })
})

test('A new version of the application offers to reload', async ({ browser, server }) => {
  const company = await createCompany(server, 'Padaria Lua')
  const { page } = await openDesk(browser, server, company.admin)
  let build = 0
  await page.route('**/version', (route) => route.fulfill({ json: { version: `1.0.${build}` } }))
  await page.clock.install()
  await page.reload()

  // Whichever version the page has seen first, the next one is another.
  await expect(async () => {
    build += 1
    await page.clock.fastForward('05:01')
    await expect(page.getByText('Nova atualização disponível! Clique aqui para atualizar.')).toBeVisible({
      timeout: 1_000,
    })
  }).toPass()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('status').getByRole('button', { name: 'Atualizar' }).click()
  await reloaded
  await expect(deskOn(page).tab('Atendendo')).toBeVisible()
})
