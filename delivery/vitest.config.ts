import { engineProject } from '@errand/database/testing/project'
import { configDefaults, defineConfig } from 'vitest/config'

const registry = {
  name: 'registry',
  root: import.meta.dirname,
  folder: 'registry',
  pgliteSetup: 'testing/pglite.setup.ts',
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'delivery',
          environment: 'node',
          setupFiles: ['../tools/src/test-run/patience.setup.ts'],
          exclude: [...configDefaults.exclude, 'registry/**'],
        },
      },
      engineProject('pglite', registry),
      engineProject('postgres', registry),
    ],
  },
})
