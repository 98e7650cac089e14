import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'shared-ui', environment: 'jsdom', setupFiles: ['./src/testing/setup.ts'] },
})
