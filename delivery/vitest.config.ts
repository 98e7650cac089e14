import { defineConfig } from 'vitest/config'

import { everyProject } from '../tools/vitest/project.ts'

const common = everyProject()

export default defineConfig({
  test: {
    name: 'delivery',
    environment: 'node',
    globalSetup: 'testing/database.setup.ts',
    ...common,
    // Projects of their own: files that share a process, and pages.
    exclude: [...common.exclude, 'registry/**', 'console/**'],
  },
})
