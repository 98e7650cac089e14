import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'

import { root } from '../root.ts'
import { sourceFiles } from '../workspace/source-files.ts'
import { ensureChromium } from './chromium.ts'
import type { Counts } from './counts.ts'
import { belongsTo } from './journeys.ts'
import type { Reach } from './reach.ts'
import { isPartial, type Selection } from './selection.ts'
import { runBrowser, runVitest } from './steps.ts'

/** Tests that run in one go. */
export interface Suite {
  name: string
  /** What it took on two idle cores; what this machine took last says more. */
  usualSeconds: number
  run: (selection: Selection, env: Record<string, string>) => Promise<Counts>
  /** Whether a test file, by its path from the root, belongs to this suite. */
  has: (file: string) => boolean
}

const isDatabaseTest = (file: string): boolean => /^(api|delivery\/registry)\//.test(file)
const isUnitTest = (file: string): boolean => !isDatabaseTest(file) && !isBrowserTest(file)
const isBrowserTest = (file: string): boolean => file.startsWith('e2e/')

/** Every core, where Vitest would leave one idle; more than four would wait for the database. */
const workers = Math.min(availableParallelism(), 4)

/** The tests of the product, in the order in which they run. */
const suites: Suite[] = [
  {
    name: 'unit',
    usualSeconds: 120,
    has: isUnitTest,
    run: (selection, env) =>
      vitest({ name: 'unit', projects: ['!api', '!registry'], has: isUnitTest }, selection, env),
  },
  {
    name: 'api',
    usualSeconds: 180,
    has: isDatabaseTest,
    run: (selection, env) => {
      // A quarter of what they do is to wait for other processes.
      const project = {
        name: 'api',
        projects: ['api', 'registry'],
        has: isDatabaseTest,
        workers: workers + 1,
      }
      return vitest(project, selection, env)
    },
  },
  { name: 'e2e', usualSeconds: 300, has: isBrowserTest, run: browser },
]

/** The suites in which a selection has tests. */
export function suitesOf(selection: Selection): Suite[] {
  const tests = testsOf(selection)
  return suites.filter(({ has }) => tests.some(has))
}

/** The selected test files, by their paths from the root. */
function testsOf({ parts, reach, isLong }: Selection): string[] {
  return sourceFiles(root)
    .map((file) => relative(root, file))
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file) && file.includes('.long.') === isLong)
    .filter((file) => !file.includes('/pictures/'))
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .filter((file) => reach === undefined || isReached(file, reach))
}

function isReached(file: string, { packages }: Reach): boolean {
  if (isBrowserTest(file)) return belongsTo(packages, file)
  return packages.includes(file.split('/')[0] ?? '')
}

/** Whole paths: each runner reads a part of a path in its own way. */
const pathsOf = (selection: Selection, has: Suite['has']): string[] =>
  isPartial(selection)
    ? testsOf(selection)
        .filter(has)
        .map((file) => join(root, file))
    : []

const longEnvironment = ({ isLong }: Selection): Record<string, string> =>
  isLong ? { LONG_TESTS: '1' } : {}

interface VitestRun {
  name: string
  projects: string[]
  has: Suite['has']
  workers?: number
}

function vitest(
  { name, projects, has, workers: count = workers }: VitestRun,
  selection: Selection,
  env: Record<string, string>,
): Promise<Counts> {
  const { reach } = selection
  const args = [
    ...pathsOf(selection, has),
    `--maxWorkers=${count}`,
    ...projects.map((project) => `--project=${project}`),
    ...(reach?.isOfImports === true ? [`--changed=${reach.since}`] : []),
    ...(isPartial(selection) ? ['--passWithNoTests'] : []),
  ]
  return runVitest({
    name,
    args,
    env: { ...env, ...longEnvironment(selection) },
    mayBeEmpty: isPartial(selection),
  })
}

async function browser(selection: Selection, env: Record<string, string>): Promise<Counts> {
  const { isLong, traces } = selection
  const args = [
    ...pathsOf(selection, isBrowserTest),
    ...(isLong ? ['long'] : ['rollouts', 'product']).map((project) => `--project=${project}`),
    ...(traces === undefined ? [] : [`--output=${traces}`]),
    ...(isPartial(selection) ? ['--pass-with-no-tests'] : []),
  ]
  return runBrowser({
    name: 'e2e',
    args,
    env: {
      ...env,
      CHROMIUM_PATH: await ensureChromium(),
      ...(traces !== undefined && { E2E_TRACE: 'retain-on-failure' }),
    },
    mayBeEmpty: isPartial(selection),
  })
}
