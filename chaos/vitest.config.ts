import { defineConfig } from 'vitest/config'

/** A run of its own: it keeps the machine busy, and brings its own database. */
export default defineConfig({
  test: { environment: 'node', root: import.meta.dirname, include: ['*.test.ts'] },
})
