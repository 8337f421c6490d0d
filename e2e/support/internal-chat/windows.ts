import { type Page, expect } from '@playwright/test'

export const list = (page: Page) => page.getByRole('region', { name: 'Chat interno' })
export const row = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title })
export const log = (page: Page) => page.getByRole('log', { name: 'Mensagens' })
export const said = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text }).first()
export const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem' })
export const toolButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Chat interno/ })
/** The chat in the panel over another screen. */
export const panelOn = (page: Page) => page.getByRole('complementary', { name: 'Painel do chat interno' })

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(said(page, text)).toBeVisible()
}
