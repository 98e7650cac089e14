import { join } from 'node:path'

import { defineProject } from 'vitest/config'

import type { EngineName } from './provided.ts'

/** Whose tests they are, and where. */
interface Tested {
  name: string
  root: string
  /** The folder of the tests below the root. */
  folder: string
  /** The set-up that provides the PGlite template. */
  pgliteSetup: string
}

/** The same tests on one engine or the other; what only one can show is in `*.<engine>.test.ts`. */
export function engineProject(engine: EngineName, { name, root, folder, pgliteSetup }: Tested) {
  const other = engine === 'pglite' ? 'postgres' : 'pglite'
  return defineProject({
    root,
    test: {
      name: `${name} (${engine})`,
      include: [`${folder}/**/*.test.ts`],
      exclude: [`${folder}/**/*.${other}.test.ts`],
      globalSetup: engine === 'pglite' ? pgliteSetup : postgresSetup,
      provide: { engine },
      // Each file has its own database, so nothing is left to isolate.
      isolate: false,
      setupFiles: patienceSetup,
      expect: { poll: { timeout: 10_000 } },
    },
  })
}

const patienceSetup = join(import.meta.dirname, '../../tools/src/test-run/patience.setup.ts')
const postgresSetup = join(import.meta.dirname, 'postgres.setup.ts')
