import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { projects: ['vitest.pglite.config.ts', 'vitest.postgres.config.ts'] },
})
