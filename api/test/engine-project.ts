import { join } from 'node:path'

import { defineProject } from 'vitest/config'

import type { EngineName } from './provided.ts'

/** The same tests on one engine or the other; what only one can show is in `*.<engine>.test.ts`. */
export function engineProject(engine: EngineName) {
  const other = engine === 'pglite' ? 'postgres' : 'pglite'
  return defineProject({
    root: join(import.meta.dirname, '..'),
    test: {
      name: `api (${engine})`,
      include: ['src/**/*.test.ts'],
      exclude: [`src/**/*.${other}.test.ts`],
      globalSetup: `test/${engine}.setup.ts`,
      provide: { engine },
      // Each file has its own database, so nothing is left to isolate.
      isolate: false,
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  })
}
