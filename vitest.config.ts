import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: ['*/vitest.config.ts', '*/vitest.*.config.ts', 'delivery/console/vitest.config.ts'],
  },
})
