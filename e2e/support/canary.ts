import { type Browser, type BrowserContextOptions, type Page, expect } from '@playwright/test'

/** Opens pages that report injected content: scripts that run, requests that it sends, and elements that it adds. */
export async function watchForInjection(browser: Browser, options: BrowserContextOptions) {
  const reports: string[] = []

  return {
    page: async () => {
      const context = await browser.newContext(options)
      await context.exposeFunction('tellViolation', (what: string) => reports.push(`policy: ${what}`))
      await context.addInitScript(
        `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
          tellViolation([effectiveDirective, blockedURI, sample].join(' ')))`,
      )
      const page = await context.newPage()
      page.on('dialog', (dialog) => {
        reports.push(`dialog: ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on('request', (request) => {
        if (request.url().includes('canary')) reports.push(`request: ${request.url()}`)
      })
      return page
    },
    expectSilent: async (page: Page) => {
      for (const frame of page.frames()) expect(await frame.evaluate('globalThis.pwned')).toBeUndefined()
      await expect(page.locator(injectedElements)).toHaveCount(0)
      expect(reports).toEqual([])
    },
  }
}

const injectedElements =
  'script:not([src]), iframe, object, embed, img[src*=canary], [onerror], [onload], [onmouseover], a[href^=javascript], a[href^=data]'
