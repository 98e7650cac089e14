import { defineProject } from 'vitest/config'

import { testFiles } from './src/test-run/test-files.ts'

export default defineProject({
  test: {
    name: 'tools',
    ...testFiles,
    environment: 'node',
    setupFiles: ['src/test-run/patience.setup.ts'],
  },
})
