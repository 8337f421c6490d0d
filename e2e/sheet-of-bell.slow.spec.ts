import { expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('The bell’s panel becomes a sheet when the window is narrowed, and gives the page free', async ({
  browser,
  server,
}) => {
  const { ana } = await openTalk(browser, server, 'Quero um sofá')
  const { page } = ana
  await page.getByRole('button', { name: /^Mensagens não lidas/ }).click()
  const panel = page.getByRole('dialog', { name: /^Mensagens não lidas/ })
  await expect(panel).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(panel).toBeInViewport({ ratio: 1 })
  await page.mouse.click(195, 100)
  await expect(panel).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Mensagem' }).click()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeFocused()
})
