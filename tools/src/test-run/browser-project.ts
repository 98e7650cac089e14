import { join } from 'node:path'

import { defineProject } from 'vitest/config'

import { testFiles } from './test-files.ts'

/** The tests of a package for browsers; its own set-up comes after those of every package. */
export function browserProject(name: string, setupFiles = ['./src/testing/setup.ts']) {
  return defineProject({
    test: {
      name,
      ...testFiles,
      environment: 'jsdom',
      // To make a document and load React takes longer than most files: they share both.
      isolate: false,
      setupFiles: [...sharedSetups, ...setupFiles],
    },
  })
}

const sharedSetups = ['patience', 'fresh-page'].map((name) =>
  join(import.meta.dirname, `${name}.setup.ts`),
)
