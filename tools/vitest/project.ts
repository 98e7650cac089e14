import { join } from 'node:path'

import { configDefaults, defineProject } from 'vitest/config'

/**
 * How long is waited for an expectation. A limit only ends what hangs, on machines that may be four
 * times as slow: no test sets a shorter one.
 */
export const expectationMs = 60_000

const setup = (name: string): string => join(import.meta.dirname, `${name}.setup.ts`)
const isLong = process.env['LONG_TESTS'] === '1'

/** What every project has: the ordinary tests, or with `LONG_TESTS=1` the long proofs alone. */
export const everyProject = (limitMs = 90_000) => ({
  include: [isLong ? '**/*.long.test.{ts,tsx}' : '**/*.test.{ts,tsx}'],
  exclude: [...configDefaults.exclude, ...(isLong ? [] : ['**/*.long.test.{ts,tsx}'])],
  // Longer than an expectation's, which says what it saw.
  testTimeout: limitMs,
  hookTimeout: limitMs,
  expect: { poll: { timeout: expectationMs } },
  setupFiles: [setup('patience')],
})

/** The tests of a package that runs in Node. */
export const nodeProject = (name: string) =>
  defineProject({ test: { ...everyProject(), name, environment: 'node' } })

/** What the pages of the host and of every remote are tested with. */
export const pageSetup = ['@errand/shared-ui/testing', '@errand/shared-auth/testing']

/** The tests of a package for browsers. */
export function browserProject(name: string, setupFiles = pageSetup) {
  return defineProject({
    test: {
      ...everyProject(),
      name,
      environment: 'jsdom',
      // To make a document and load React takes longer than most files: they share both.
      isolate: false,
      setupFiles: [setup('patience'), setup('fresh-page'), ...setupFiles],
    },
  })
}
