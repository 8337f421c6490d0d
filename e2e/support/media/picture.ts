import type { Page } from '@playwright/test'

/** A file to send: a screenshot of the page. */
export async function pictureNamed(name: string, page: Page) {
  return { name, mimeType: 'image/png', buffer: await page.screenshot() }
}
