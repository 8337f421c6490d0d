/** In ms. */
const lookEvery = 1000

export interface Lookout {
  start(): void
  /** Waits for the look that is under way. */
  stop(): Promise<void>
}

/** Looks for work each second, and never twice at once. A look that fails is reported; the next one comes all the same. */
export function createLookout(look: () => Promise<void>, onError: (err: unknown) => void): Lookout {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined

  return { start, stop }

  function start() {
    timer = setInterval(() => {
      looking ??= lookOnce()
    }, lookEvery)
  }

  async function lookOnce() {
    try {
      await look()
    } catch (err) {
      onError(err)
    }
    looking = undefined
  }

  async function stop() {
    clearInterval(timer)
    await looking
  }
}
