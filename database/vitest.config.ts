import { defineConfig } from 'vitest/config'

import { testFiles } from '../tools/src/test-run/test-files.ts'

export default defineConfig({
  test: {
    name: 'database',
    environment: 'node',
    setupFiles: ['../tools/src/test-run/patience.setup.ts'],
    ...testFiles,
  },
})
