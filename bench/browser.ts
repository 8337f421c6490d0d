import { existsSync } from 'node:fs'
import { type Browser, type Page, chromium } from '@playwright/test'
import type { Stage } from './stage.ts'

export async function openBrowser(): Promise<Browser> {
  const executablePath =
    process.env['CHROMIUM'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/** The admin of the large company logs in; resolves when their list is there. */
export async function logInOn(page: Page, { whole }: Stage): Promise<void> {
  await page.goto(`${whole.url}/login`)
  await page.getByLabel(/e-?mail/i).fill(whole.data.admin.email)
  await page.getByLabel(/senha/i).first().fill(whole.data.admin.password)
  await page.getByRole('button', { name: /entrar|login/i }).click()
  const items = page.getByRole('listitem').filter({ has: page.getByRole('link') })
  await items.first().waitFor()
}
