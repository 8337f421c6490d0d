import { test as base } from '@playwright/test'

/** A microphone that beeps once a second, and a camera that shows a test picture. */
export const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--use-fake-device-for-media-stream'] }),
    { scope: 'worker' },
  ],
})
