import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'remote-jobs', environment: 'jsdom', setupFiles: ['./src/testing/setup.ts'] },
})
