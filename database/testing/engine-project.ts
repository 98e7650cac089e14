import { join } from 'node:path'

import { defineProject } from 'vitest/config'

import { testFiles } from '../../tools/src/test-run/test-files.ts'
import type { EngineName } from './provided.ts'

/** Whose tests they are, and where. */
interface Tested {
  name: string
  root: string
  /** The folder of the tests below the root. */
  folder: string
  /** The set-up that provides the engine's template. */
  setup: string
}

/** The files that only the embedded engine can run. */
const pgliteFiles = ['**/*.pglite.test.ts', '**/*.pglite.long.test.ts']

/** Every test on PostgreSQL. */
export function postgresProject(tested: Tested) {
  const files = { ...testFiles, exclude: [...testFiles.exclude, ...pgliteFiles] }
  return defineProject({ root: tested.root, test: { ...on('postgres', tested), ...files } })
}

/** The tests of the conformance set on PGlite, by their paths below the folder. */
export function pgliteProject(tested: Tested, conformance: readonly string[]) {
  const isLong = process.env['LONG_TESTS'] === '1'
  const ordinary = [...conformance, '**/*.pglite.test.ts']
  const include = isLong ? ['**/*.pglite.long.test.ts'] : ordinary
  return defineProject({
    root: tested.root,
    test: {
      ...on('pglite', tested),
      name: `${tested.name} (pglite)`,
      include,
      globalSetup: [join(tested.root, tested.setup), requireExecuted],
      exclude: testFiles.exclude,
      setupFiles: [patienceSetup, executedSetup],
    },
  })
}

function on(engine: EngineName, { name, root, folder, setup }: Tested) {
  return {
    name,
    dir: join(root, folder),
    globalSetup: setup,
    provide: { engine },
    // Each file has its own database, so nothing is left to isolate.
    isolate: false,
    setupFiles: [patienceSetup],
    expect: { poll: { timeout: 10_000 } },
  }
}

const patienceSetup = join(import.meta.dirname, '../../tools/src/test-run/patience.setup.ts')
const requireExecuted = join(import.meta.dirname, 'require-executed.setup.ts')
const executedSetup = join(import.meta.dirname, 'executed.setup.ts')
