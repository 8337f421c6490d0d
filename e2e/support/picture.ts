import type { Page } from '@playwright/test'

/** A file to send: what the page looks like now. */
export async function pictureNamed(name: string, page: Page) {
  return { name, mimeType: 'image/png', buffer: await page.screenshot() }
}
