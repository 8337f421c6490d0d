import { test as base } from '@playwright/test'
import { type Server, closePages, startServer } from './server.ts'

/**
 * For journeys that neither kill nor configure the server: all journeys of a worker share one server, each with a
 * company of its own.
 */
export const test = base.extend<{ closedPages: void }, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the needed fixtures from this pattern.
    async ({}, use) => {
      const server = await startServer({})
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  closedPages: [
    async ({ browser }, use) => {
      await use()
      await closePages(browser)
    },
    { auto: true },
  ],
})
