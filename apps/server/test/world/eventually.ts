/** Waits for what is expected: tries again until it does not throw. */
export async function eventually<T>(check: () => T | Promise<T>, timeout = 60_000): Promise<T> {
  const until = performance.now() + timeout
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 15))
    }
  }
}
