import type { Page } from '@playwright/test'

/**
 * Changes the JSON of the server's answers on their way to the page. A request that the page has left meanwhile, by a
 * reload or by closing, has no answer any more.
 */
export async function changeAnswers<T extends object>(
  page: Page,
  url: RegExp,
  change: (answer: T) => T,
): Promise<void> {
  await page.route(url, async (route) => {
    try {
      const response = await route.fetch()
      await route.fulfill({ response, json: change(await response.json()) })
    } catch {
      await route.abort().catch(() => undefined)
    }
  })
}
