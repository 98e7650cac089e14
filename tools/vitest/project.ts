import { join } from 'node:path'

import { configDefaults, defineProject } from 'vitest/config'

/**
 * The timeout of an expectation. It only ends what hangs, on machines that may be four times as
 * slow: no test sets a shorter one.
 */
export const expectationMs = 60_000

const setup = (name: string): string => join(import.meta.dirname, `${name}.setup.ts`)
const isLong = process.env['LONG_TESTS'] === '1'

/**
 * The common settings of every project: ordinary tests, or with `LONG_TESTS=1` only the long ones.
 */
export const everyProject = (limitMs = 90_000) => ({
  include: [isLong ? '**/*.long.test.{ts,tsx}' : '**/*.test.{ts,tsx}'],
  exclude: [...configDefaults.exclude, ...(isLong ? [] : ['**/*.long.test.{ts,tsx}'])],
  // Longer than an expectation's timeout, whose message says what it saw.
  testTimeout: limitMs,
  hookTimeout: limitMs,
  expect: { poll: { timeout: expectationMs } },
  setupFiles: [setup('patience')],
})

/** The tests of a package that runs in Node. */
export const nodeProject = (name: string) =>
  defineProject({ test: { ...everyProject(), name, environment: 'node' } })

/** The setup files of all packages with pages. */
export const pageSetup = ['@errand/shared-ui/testing', '@errand/shared-auth/testing']

/** The tests of a package for browsers. */
export function browserProject(name: string, setupFiles = pageSetup) {
  return defineProject({
    test: {
      ...everyProject(),
      name,
      environment: 'jsdom',
      // Where nothing listens: at jsdom's own port 3000 a product may run, and msw lets calls through to it
      // over connections that were open before (findings/msw-kept-connections.sh).
      environmentOptions: { jsdom: { url: 'http://localhost:65535/' } },
      // Creating a document and loading React takes longer than most test files: they share both.
      isolate: false,
      setupFiles: [setup('patience'), setup('fresh-page'), ...setupFiles],
    },
  })
}
