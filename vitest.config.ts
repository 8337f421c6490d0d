import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Bounds for a machine that is slow or busy with other work.
const shared = { environment: 'node', testTimeout: 180_000, hookTimeout: 180_000 } as const

/** It replaces modules, so it needs modules of its own. */
const replacing = 'apps/server/src/channels/missing-library.test.ts'

export default defineConfig({
  test: {
    globalSetup: ['apps/server/test/postgres.ts'],
    // Most of the time they wait: for leases, retries, processes that start.
    maxWorkers: Math.max(4, availableParallelism()),
    projects: [
      // Loading the server takes longer than most of its test files, so a worker loads it once. Several applications in
      // one process do not disturb each other: apps/server/test/two-applications.test.ts.
      {
        test: { ...shared, name: 'server', include: ['apps/server/**/!(missing-library).test.ts'], isolate: false },
      },
      {
        test: {
          ...shared,
          name: 'others',
          include: ['apps/{web,widget}/**/*.test.{ts,tsx}', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', replacing],
        },
      },
    ],
  },
})
