import type { Page } from '@playwright/test'

/** From now on the timers of the page run only as far as `page.clock.runFor` lets them. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 10_000)
}
