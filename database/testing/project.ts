import { join } from 'node:path'

import { defineProject } from 'vitest/config'

import { everyProject } from '../../tools/vitest/project.ts'

/** Tests below a folder of a package, whose files have a database each; `setup` provides its template. */
export function databaseProject(name: string, root: string, folder: string, setup: string) {
  return defineProject({
    root,
    test: {
      ...everyProject(180_000),
      name,
      dir: join(root, folder),
      globalSetup: setup,
      // Each file has its own database, so nothing is left to isolate.
      isolate: false,
    },
  })
}
