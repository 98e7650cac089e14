import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { root } from '../root.ts'
import { addCounts, countsLine, oneFailed, type Counts } from './counts.ts'
import { readReport, reportVariable } from './report-file.ts'
import { runCaptured } from './run.ts'

const reporterOf = (runner: string) => join(import.meta.dirname, `${runner}-reporter.ts`)

/** Inside the repository, so that its files find the runners. */
function newFolder(): string {
  const parent = join(root, 'test-results')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'planted-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** What the reporter of a runner says of these files. */
async function report(
  runner: 'vitest' | 'playwright',
  files: Record<string, string>,
): Promise<Counts> {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const file = join(folder, 'report.json')
  const args = {
    vitest: ['run', '--root', folder, `--reporter=${reporterOf(runner)}`],
    playwright: ['test', '--config', folder, `--reporter=${reporterOf(runner)}`],
  }[runner]
  const env = { [reportVariable]: file, VITEST: '', TEST_WORKER_INDEX: '' }
  const { code } = await runCaptured({ file: runner, args, env, cwd: folder })
  return readReport(file, code)
}

test('Vitest: what failed in tests, in a file that does not load and beside them is listed', async () => {
  const passing = `import { expect, test } from 'vitest'
    test('adds', () => expect(1 + 1).toBe(2))\n`
  const good = { 'vitest.config.ts': 'export default { test: { name: "planted" } }' }
  expect(await report('vitest', { ...good, 'a.test.ts': passing })).toEqual({
    passed: 1,
    failed: 0,
    skipped: 0,
    failures: [],
    outcomes: [{ name: 'planted › a.test.ts › adds', state: 'passed', ms: expect.any(Number) }],
  })

  const found = await report('vitest', {
    ...good,
    'a.test.ts': `${passing}
      test('subtracts', () => expect(3 - 1).toBe(1))
      test.skip('divides', () => {})
      test('throws later', () => { setTimeout(() => { throw new Error('too late') }); return new Promise((r) => setTimeout(r, 50)) })`,
    'b.test.ts': 'throw new Error("does not load")',
    'c.test.ts': `import { beforeAll, describe, expect, test } from 'vitest'
      describe('a database', () => {
        beforeAll(() => { throw new Error('away', { cause: new Error('refused') }) })
        test('answers', () => {})
      })
      test('differs', () => expect({ a: [1] }).toEqual({ a: [2] }))`,
  })
  expect(found).toMatchObject({ passed: 2, failed: 5, skipped: 2 })
  expect(found.failures).toEqual([
    expect.stringMatching(
      /^planted › a\.test\.ts › subtracts\n +AssertionError: expected 2 to be 1/,
    ),
    expect.stringMatching(/^planted › c\.test\.ts › differs\n[^]+\n +\+ +1,/),
    expect.stringMatching(/^planted › b\.test\.ts\n +Error: does not load/),
    expect.stringMatching(/^planted › c\.test\.ts › a database\n[^]+away[^]+Caused by: refused/),
    expect.stringMatching(/^beside the tests\n +Error: too late/),
  ])
})

test('Playwright: so are a test that needed a second try and a file that does not load', async () => {
  const folder = { 'playwright.config.ts': 'export default { retries: 1, outputDir: "out" }' }
  const found = await report('playwright', {
    ...folder,
    'a.spec.ts': `import { expect, test } from 'playwright/test'
      test('adds', () => expect(1 + 1).toBe(2))
      test('subtracts', () => expect(3 - 1).toBe(1))
      test('tries', ({}, info) => expect(info.retry).toBe(1))
      test.skip('divides', () => {})`,
  })
  expect(found).toMatchObject({ passed: 1, failed: 2, skipped: 1 })
  expect(found.failures).toEqual([
    expect.stringMatching(/^a\.spec\.ts › subtracts\n +Error: expect/),
    expect.stringMatching(/^a\.spec\.ts › tries\n +Error: expect/),
  ])

  const broken = await report('playwright', { ...folder, 'a.spec.ts': 'throw new Error("torn")' })
  expect(broken.failures[0]).toMatch(/^beside the tests\n +Error: torn/)
})

test.each([
  ['no report', undefined, 1],
  ['no test', { passed: 0, failed: 0, skipped: 3, failures: [] }, 0],
  ['an end that is none', { passed: 5, failed: 0, skipped: 0, failures: [] }, 1],
])('%s is a failure', (_, counts, code) => {
  const folder = newFolder()
  const file = join(folder, 'report.json')
  if (counts !== undefined) writeFileSync(file, JSON.stringify(counts))
  expect(readReport(file, code)).toMatchObject({ failed: 1, failures: [expect.any(String)] })
})

test('the last line sums all steps', () => {
  const some = { passed: 41, failed: 1, skipped: 1, failures: ['one'], outcomes: [] }
  expect(countsLine(addCounts([some, oneFailed('two')]))).toBe('41 passed, 2 failed, 1 skipped')
})
