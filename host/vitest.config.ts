import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'host', environment: 'jsdom', setupFiles: ['./src/testing/setup.ts'] },
})
