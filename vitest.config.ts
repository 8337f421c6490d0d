import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'node',
    include: ['apps/**/*.test.{ts,tsx}', 'packages/**/*.test.ts', 'scripts/**/*.test.ts'],
    globalSetup: ['apps/server/test/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
