import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'remote-billing',
    environment: 'jsdom',
    setupFiles: ['../tools/src/test-run/patience.setup.ts', './src/testing/setup.ts'],
  },
})
