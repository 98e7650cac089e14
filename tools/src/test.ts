import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'

import { prepareBrowsers } from './browsers.ts'
import { compileCache, root } from './root.ts'
import { createTemporaryFolder } from './temporary-folder.ts'
import { elapsed, messageOf, onStop, print, printError, table } from './terminal.ts'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** What a runner reports: its counts, how long the tests of each file took, and why some failed. */
interface Report extends Counts {
  files: { path: string; ms: number }[]
  failures: string[]
}

// `npm test -- [--changed] [part of a path …]`: check → vitest → build → playwright.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean', default: false } },
})
onStop({ stop: () => process.exit(130), kill: () => process.exit(130) })
createTemporaryFolder()

/** What `--changed` compares with: what is not committed, else the last commit. */
const base = values.changed && git('status', '--porcelain') === '' ? 'HEAD~1' : 'HEAD'
const isBrowserTest = (path: string): boolean => path.startsWith('e2e')
const isWhole = positionals.length === 0
const hasUnitTests = isWhole || !positionals.every(isBrowserTest)
const hasBrowserTests = isWhole
  ? !values.changed || git('status', '--porcelain', 'e2e') + git('diff', base, '--', 'e2e') !== ''
  : positionals.some(isBrowserTest)

// First of all: what is missing is said before minutes of other tests.
if (hasBrowserTests) tryOrExit(prepareBrowsers)
const total: Counts = { passed: 0, failed: 0, skipped: 0 }
const slowest: Report['files'] = []
const failures: string[] = []
if (isWhole) await runStep('check', 'pnpm', ['check'])
if (hasUnitTests) await runStep('vitest', 'vitest', vitestArguments(), readVitest)
if (hasBrowserTests) {
  await runStep('build', process.execPath, ['tools/src/build.ts'])
  await runStep('playwright', 'playwright', playwrightArguments(), readPlaywright)
}
if (isWhole) printSlowest()
// Again at the end: whoever keeps only the last lines of a log finds them there.
if (failures.length > 0) print(`\nFailed\n${failures.join('\n')}`)
print(`\nTested in ${elapsed()}.`)
print(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)

function tryOrExit(prepare: () => void): void {
  try {
    prepare()
  } catch (error) {
    printError(messageOf(error))
    process.exit(1)
  }
}

/** Runs one command and shows its output. Without a report it counts as one test. */
async function runStep(
  name: string,
  file: string,
  args: string[],
  read?: (report: string) => Report,
): Promise<void> {
  print(`\n▸ ${name}`)
  const since = performance.now()
  const report = join(tmpdir(), `${name}.json`)
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      // The tests start servers again and again.
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    },
  })
  process.once('exit', () => child.kill())
  const [code] = await once(child, 'close')
  const isCounted = read !== undefined && existsSync(report)
  const counts = isCounted
    ? read(report)
    : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0, files: [], failures: [] }
  // Something besides the tests failed: not a success.
  if (code !== 0 && counts.failed === 0) {
    counts.failed = 1
    counts.failures.push(`  ${name} ended with ${code}`)
  }
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key]
  slowest.push(...counts.files)
  failures.push(...counts.failures)
  print(`${counts.failed === 0 ? '✓' : '✗'} ${name} in ${elapsed(since)}`)
}

function vitestArguments(): string[] {
  return [
    'run',
    ...positionals.filter((path) => !isBrowserTest(path)),
    // The api's tests spend a quarter of their time waiting for the database.
    `--maxWorkers=${Math.min(availableParallelism(), 4) + 1}`,
    '--reporter=default',
    '--silent=passed-only',
    '--reporter=json',
    `--outputFile.json=${join(tmpdir(), 'vitest.json')}`,
    ...(values.changed ? [`--changed=${base}`, '--passWithNoTests'] : []),
  ]
}

function playwrightArguments(): string[] {
  return [
    'test',
    '--config=e2e/playwright.config.ts',
    '--project=rollouts',
    '--project=product',
    '--project=devices',
    ...positionals.filter(isBrowserTest),
    '--reporter=list,json',
    ...(values.changed ? [`--only-changed=${base}`, '--pass-with-no-tests'] : []),
  ]
}

function printSlowest(): void {
  const rows = slowest
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 20)
    .map(({ path, ms }): [string, string] => [(ms / 1000).toFixed(1), relative(root, path)])
  print(`\nThe slowest files, in seconds of their tests\n${table(rows)}`)
}

function readVitest(report: string): Report {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    readJson(report)
  const files = testResults as VitestFile[]
  return {
    passed: Number(numPassedTests),
    failed: Number(numFailedTests),
    skipped: Number(numPendingTests) + Number(numTodoTests),
    files: files.map(({ name, startTime, endTime }) => ({ path: name, ms: endTime - startTime })),
    failures: files.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [failureOf(name, '', message)] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => failureOf(name, fullName, failureMessages[0])),
    ]),
  }
}

interface VitestFile {
  name: string
  startTime: number
  endTime: number
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

interface Suite {
  file: string
  suites?: Suite[]
  specs: Spec[]
}

interface Spec {
  title: string
  tests: { results: { duration: number; error?: { message?: string } }[] }[]
}

/** A failed test in two lines: where, and the beginning of why. */
function failureOf(file: string, title: string, message = ''): string {
  const [text = ''] = stripVTControlCharacters(message).split('\n    at ')
  const why = text.replaceAll(/\s+/gu, ' ')
  return `  ${relative(root, file)} › ${title}\n    ${why.slice(0, 400)}`
}

function readPlaywright(report: string): Report {
  const { stats, suites } = readJson(report) as { stats: Record<string, number>; suites: Suite[] }
  // A test that passes at the second attempt has found a fault.
  return {
    passed: Number(stats['expected']),
    failed: Number(stats['unexpected']) + Number(stats['flaky']),
    skipped: Number(stats['skipped']),
    files: suites.map((suite) => ({ path: join(root, 'e2e', suite.file), ms: durationOf(suite) })),
    failures: suites.flatMap(failuresOf),
  }
}

function failuresOf({ file, specs, suites = [] }: Suite): string[] {
  const errors = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) => results.map(({ error }) => ({ title, error }))),
  )
  const own = errors
    .filter(({ error }) => error !== undefined)
    .map(({ title, error }) => failureOf(join(root, 'e2e', file), title, error?.message))
  return [...own, ...suites.flatMap(failuresOf)]
}

function durationOf({ specs, suites = [] }: Suite): number {
  const results = specs.flatMap(({ tests }) => tests.flatMap((one) => one.results))
  const parts = [...results.map(({ duration }) => duration), ...suites.map(durationOf)]
  return parts.reduce((sum, ms) => sum + ms, 0)
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
