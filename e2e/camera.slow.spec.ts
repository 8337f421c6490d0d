import { type Page, expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('A photo is sent with its caption, and the camera is released', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Como ficou o bolo?', { permissions: ['camera'] })
  await openCamera(ana.page)
  const dialog = ana.page.getByRole('dialog', { name: 'Câmera' })
  await expect(dialog.getByRole('button', { name: 'Tirar foto' })).toBeEnabled()
  await expectAccessible(ana.page)
  await dialog.getByRole('button', { name: 'Tirar foto' }).click()

  await expect(dialog).toHaveCount(0)
  await ana.write('Assim')
  await expect(visitor.message('Assim').getByRole('img', { name: /^foto-\d{8}-\d{6}\.jpg$/ })).toBeVisible()
})

test('When the browser gives no camera, the dialog says why', async ({ browser, server }) => {
  const { ana } = await openTalk(browser, server, 'Como ficou o bolo?')
  await openCamera(ana.page)
  const dialog = ana.page.getByRole('dialog', { name: 'Câmera' })
  await expect(dialog.getByRole('alert')).toHaveText(/A câmera está bloqueada/)
  await expect(dialog.getByRole('button', { name: 'Tirar foto' })).toBeDisabled()
})

async function openCamera(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Anexar' }).click()
  await page.getByRole('menuitem', { name: 'Câmera' }).click()
}
