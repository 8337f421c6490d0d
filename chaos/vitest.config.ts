import { defineConfig } from 'vitest/config'

/** Chaos has a configuration of its own, because it keeps the machine busy and starts its own database. */
export default defineConfig({
  test: { environment: 'node', root: import.meta.dirname, include: ['*.test.ts'] },
})
