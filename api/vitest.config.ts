import { defineConfig, defineProject } from 'vitest/config'

const root = import.meta.dirname

/** The same tests on both engines; what only one of them can show is in `*.<engine>.test.ts`. */
const onEngine = (engine: 'pglite' | 'postgres', other: string) =>
  defineProject({
    root,
    test: {
      name: `api (${engine})`,
      include: ['src/**/*.test.ts'],
      exclude: [`src/**/*.${other}.test.ts`],
      globalSetup: `test/${engine}.setup.ts`,
      provide: { engine },
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  })

export default defineConfig({
  test: { projects: [onEngine('pglite', 'postgres'), onEngine('postgres', 'pglite')] },
})
