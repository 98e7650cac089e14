import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'remote-chats', environment: 'jsdom', setupFiles: ['./src/testing/setup.ts'] },
})
