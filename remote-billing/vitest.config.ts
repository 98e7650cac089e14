import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'remote-billing', environment: 'jsdom', setupFiles: ['./src/testing/setup.ts'] },
})
