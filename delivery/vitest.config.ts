import { defineConfig } from 'vitest/config'

import { testFiles } from '../tools/src/test-run/test-files.ts'

export default defineConfig({
  test: {
    name: 'delivery',
    environment: 'node',
    globalSetup: 'testing/database.setup.ts',
    setupFiles: ['../tools/src/test-run/patience.setup.ts'],
    ...testFiles,
    // A project of its own, whose files share a process.
    exclude: [...testFiles.exclude, 'registry/**'],
  },
})
