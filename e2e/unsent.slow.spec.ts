import { expect } from '@playwright/test'
import { fillLogin } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('A waiting message is sent after a reload on another screen, and closing the tab asks', async ({
  browser,
  server,
}) => {
  const { ana, visitor } = await openTalk(browser, server, 'Bom dia')
  const { page } = ana
  let isLost = true
  await page.route(/\/messages\/\d+$/, (route) =>
    isLost && route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await ana.write('Só um momento')
  await page.getByRole('navigation').getByRole('link', { name: 'Contatos' }).click()
  await expect(page).toHaveURL(/contacts/)

  const asking = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const dialog = await asking
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  // Chromium may drop a reload while it still takes back the closing.
  await expect(() => page.reload({ timeout: 10_000 })).toPass()
  isLost = false
  await expect(visitor.message('Só um momento')).toHaveCount(1)
  await expect(page).toHaveURL(/contacts/)

  // Nothing waits any more, so nothing asks: the page is gone at once.
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
})

test('A waiting message is sent after its author has logged in again, because the session had ended', async ({
  browser,
  server,
}) => {
  const { ana: desk, person, visitor } = await openTalk(browser, server, 'Bom dia')
  let isLost = true
  await desk.page.route(/\/messages\/\d+$/, (route) =>
    isLost && route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await desk.write('Só um momento')

  const token = await desk.page.evaluate<string>("JSON.parse(localStorage.getItem('token'))")
  const headers = { Authorization: `Bearer ${token}` }
  expect((await fetch(`${server.url}/auth/logout`, { method: 'DELETE', headers })).status).toBe(200)
  await expect(desk.page).toHaveURL(/\/login/)
  isLost = false
  await fillLogin(desk.page, person)

  await expect(visitor.message('Só um momento')).toHaveCount(1)
  await expect(desk.message('Só um momento')).toHaveCount(1)
})
