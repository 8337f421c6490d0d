import { expect } from '@playwright/test'
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
