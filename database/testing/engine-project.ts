import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { defineProject } from 'vitest/config'

import { testFiles } from '../../tools/src/test-run/test-files.ts'
import { testLimits } from '../../tools/src/test-run/test-limits.ts'
import type { EngineName } from './provided.ts'

/** The project's name and folders. */
interface Tested {
  name: string
  root: string
  /** The folder of the tests below the root. */
  folder: string
  /** The set-up that provides the engine's template. */
  setup: string
}

/** The files that only the embedded engine can run. */
const pgliteFiles = '**/*.pglite.test.ts'

/** Every test on PostgreSQL. */
export function postgresProject(tested: Tested) {
  const files = { include: testFiles.include, exclude: [...testFiles.exclude, pgliteFiles] }
  return defineProject({ root: tested.root, test: { ...on('postgres', tested), ...files } })
}

/** The tests of the conformance set on PGlite, by their paths below the folder. */
export function pgliteProject(tested: Tested, conformance: readonly string[]) {
  const dir = join(tested.root, tested.folder)
  const missing = conformance.filter((path) => !existsSync(join(dir, path)))
  if (missing.length > 0)
    throw new Error(`The conformance set names no files: ${missing.join(', ')}`)
  // None of the long tests is for this engine.
  const isLong = process.env['LONG_TESTS'] === '1'
  return defineProject({
    root: tested.root,
    test: {
      ...on('pglite', tested),
      name: `${tested.name} (pglite)`,
      include: [...conformance, pgliteFiles],
      globalSetup: [join(tested.root, tested.setup), requireExecuted],
      exclude: isLong ? ['**'] : testFiles.exclude,
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
    ...testLimits(180_000),
    // Each file has its own database, so nothing is left to isolate.
    isolate: false,
    setupFiles: [patienceSetup],
  }
}

const patienceSetup = join(import.meta.dirname, '../../tools/src/test-run/patience.setup.ts')
const requireExecuted = join(import.meta.dirname, 'require-executed.setup.ts')
const executedSetup = join(import.meta.dirname, 'executed.setup.ts')
