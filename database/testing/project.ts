import { join } from 'node:path'

import { defineProject } from 'vitest/config'

import { testFiles } from '../../tools/src/test-run/test-files.ts'
import { testLimits } from '../../tools/src/test-run/test-limits.ts'

/** Tests below a folder of a package, whose files have a database each; `setup` provides its template. */
export function databaseProject(name: string, root: string, folder: string, setup: string) {
  return defineProject({
    root,
    test: {
      name,
      dir: join(root, folder),
      globalSetup: setup,
      ...testFiles,
      ...testLimits(180_000),
      // Each file has its own database, so nothing is left to isolate.
      isolate: false,
      setupFiles: [join(import.meta.dirname, '../../tools/src/test-run/patience.setup.ts')],
    },
  })
}
