import { defineConfig } from 'vitest/config'

import { everyProject } from '../tools/vitest/project.ts'

const common = everyProject()

export default defineConfig({
  test: {
    name: 'delivery',
    environment: 'node',
    globalSetup: 'testing/database.setup.ts',
    ...common,
    // A project of its own, whose files share a process.
    exclude: [...common.exclude, 'registry/**'],
  },
})
