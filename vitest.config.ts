import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['*/vitest.config.ts', '*/vitest.*.config.ts'],
    // Every core, where Vitest would leave one idle; more than four would wait for the database.
    maxWorkers: Math.min(availableParallelism(), 4),
  },
})
