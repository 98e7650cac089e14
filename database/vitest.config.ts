import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'database',
    environment: 'node',
    setupFiles: ['../tools/src/test-run/patience.setup.ts'],
  },
})
