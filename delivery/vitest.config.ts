import { defineConfig } from 'vitest/config'

import { testFiles } from '../tools/src/test-run/test-files.ts'

export default defineConfig({
  test: {
    name: 'delivery',
    environment: 'node',
    setupFiles: ['../tools/src/test-run/patience.setup.ts'],
    ...testFiles,
    // They have projects of their own, one for each database engine.
    exclude: [...testFiles.exclude, 'registry/**'],
  },
})
