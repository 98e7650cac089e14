import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'tools', environment: 'node', setupFiles: ['src/test-run/patience.setup.ts'] },
})
