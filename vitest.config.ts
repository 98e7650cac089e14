import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['*/vitest.config.ts', '*/vitest.*.config.ts'],
    // Past it Vitest would end with success, whatever the end of the conformance set has found.
    teardownTimeout: 60_000,
  },
})
