import { existsSync } from 'node:fs'
import { type Browser, type Page, chromium } from '@playwright/test'
import type { Testbed } from './testbed.ts'

export async function openBrowser(): Promise<Browser> {
  const executablePath =
    process.env['CHROMIUM'] ?? ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/** Logs in as the admin of the large company; resolves when the ticket list is shown. */
export async function logInOn(page: Page, { whole }: Testbed): Promise<void> {
  await page.goto(`${whole.url}/login`)
  await page.getByLabel(/e-?mail/i).fill(whole.data.admin.email)
  await page.getByLabel(/senha/i).first().fill(whole.data.admin.password)
  await page.getByRole('button', { name: /entrar|login/i }).click()
  const items = page.getByRole('listitem').filter({ has: page.getByRole('link') })
  await items.first().waitFor()
}
