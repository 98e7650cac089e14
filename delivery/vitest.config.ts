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
          // Tests of the command start a process for each call.
          testTimeout: 30_000,
          exclude: [...configDefaults.exclude, 'registry/**'],
        },
      },
      engineProject('pglite', registry),
      engineProject('postgres', registry),
    ],
  },
})
