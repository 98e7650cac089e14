import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'shared-auth',
    environment: 'jsdom',
    setupFiles: ['../tools/src/test-run/patience.setup.ts'],
  },
})
