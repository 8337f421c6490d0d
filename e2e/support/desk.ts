import { type Browser, type BrowserContextOptions, type Page, expect } from '@playwright/test'
import type { Credentials } from './call.ts'
import type { Server } from './server.ts'

/** In a browser of their own; ends at the list of tickets. */
export async function openDesk(browser: Browser, server: Server, person: Credentials, options?: BrowserContextOptions) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await logIn(page, server, person)
  return page
}

export async function logIn(page: Page, { url }: Server, { email, password }: Credentials): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page).toHaveURL(/\/tickets/)
}
