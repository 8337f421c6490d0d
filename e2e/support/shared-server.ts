import { test as base } from '@playwright/test'
import { type Server, closePages, startServer } from './server.ts'

/**
 * For journeys that neither kill the server nor set it up otherwise: those of one worker share one, each with a company of
 * its own.
 */
export const test = base.extend<{ closedPages: void }, { server: Server }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed here.
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
