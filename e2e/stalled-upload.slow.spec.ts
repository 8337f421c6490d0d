import { expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('An upload that makes no progress is tried again, and later messages follow', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Tem foto?')
  const { page } = ana
  await page.clock.install()
  let tries = 0
  await page.route(/\/messages\/\d+$/, async (route) => {
    const isUpload = route.request().headers()['content-type']?.startsWith('multipart')
    // The first one is never answered.
    if (isUpload && (tries += 1) === 1) return
    await route.continue()
  })
  await ana.sendPicture('sala.png', 'A sala')
  await ana.write('Gostou?')
  await expect.poll(() => tries).toBe(1)

  await page.clock.fastForward(61_000)

  await expect(visitor.message('A sala')).toBeVisible()
  await expect(visitor.message('Gostou?')).toBeVisible()
  expect(tries).toBe(2)
})
