/** In ms. Safari does not tell when a page is idle. */
const latest = 2000
const withoutCallback = 500

/** Resolves when the page has nothing to paint or compute, after 2 s at the latest. */
export const pageIsIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: latest })
    else setTimeout(resolve, withoutCallback)
  })
