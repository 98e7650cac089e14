import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize, relative, resolve, sep } from 'node:path'

import { root } from './root.ts'
import { printError, print } from './terminal.ts'

/** The packages that a package may depend on. */
const allowed: Record<string, string[]> = {
  contract: [],
  'shared-auth': ['contract'],
  'shared-ui': ['contract'],
  remote: ['contract', 'shared-auth', 'shared-ui'],
  host: ['contract', 'shared-auth', 'shared-ui'],
  database: [],
  serving: ['contract'],
  api: ['contract', 'database', 'serving'],
  delivery: ['contract', 'database', 'serving'],
  'delivery/console': ['contract', 'delivery', 'shared-ui'],
  tools: ['database', 'delivery'],
  e2e: ['contract', 'database'],
  bench: ['database', 'e2e'],
}

/** Packages that only builds and tests of a package may use. */
const allowedInBuild: Record<string, string[]> = {
  remote: ['delivery'],
  host: ['delivery'],
  e2e: ['tools'],
}

/** Files of a package that never reach a page. */
const buildFile = /\.(config|setup)\.ts$|\.test\.tsx?$|[\\/](test|testing)[\\/]/

/** Code that is not deployed: the api's own code loads it from one file, by `import()`. */
const dev = {
  folder: 'api/dev',
  users: 'api/src',
  door: 'api/src/app/server.ts',
  tests: ['api/test', 'api/eval'],
}

/** Where the test projects of all packages are defined. */
const testProjects = '../tools/vitest/'

const scope = '@errand/'
const statementPattern = /\b(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]/g
const callPattern = /\b(?:import|require|require\.resolve)\(\s*['"]([^'"]+)['"]\s*\)/g

/** Dates of locales that look like ISO 8601, and times that are in nobody's language. */
const machineTextPattern =
  /\b(?:DateTimeFormat|toLocale(?:Date)?String)\(\s*\[?\s*['"](?:(?:en|fr)-CA|(?:en|sv)-SE|sv|lt(?:-LT)?)['"]|\btoLocaleTimeString\(\s*\[?\s*['"][\w-]+['"]/

// `node check-boundaries.ts [folder]`: prints one sentence for each import, or entry of a
// package.json, that crosses a boundary, and for each file that formats dates for machines.
const folder = process.argv[2] ?? root
const isNoSource = (path: string) => /(^|[\\/])(node_modules|dist|test-results)$/.test(path)
const packages = globSync('{*,delivery/*}/package.json', { cwd: folder, exclude: isNoSource })
  .map((file) => dirname(file).replaceAll(sep, '/'))
  .toSorted()
const files = globSync(
  packages.map((name) => `${name}/**/*.{ts,tsx,mts,mjs,js}`),
  { cwd: folder, exclude: isNoSource },
).map((file) => ({ from: packageOf(file), file: join(folder, file) }))
const violations = [
  ...packages.flatMap(manifestViolations),
  ...files.flatMap(({ from, file }) => fileViolations(from, file)),
  ...files.flatMap(({ file }) => devViolations(file)),
  ...files.flatMap(({ file }) => machineTextViolations(file)),
]
for (const violation of violations) printError(violation)
// A check without files must not look like one without violations.
if (files.length === 0) printError('No source file was found.')
if (violations.length > 0 || files.length === 0) process.exitCode = 1
else print(`${files.length} files keep to their boundaries.`)

function manifestViolations(from: string): string[] {
  if (!(kindOf(from) in allowed)) return [`${from} has no row in tools/src/check-boundaries.ts`]
  const text = readFileSync(join(folder, from, 'package.json'), 'utf8')
  const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<
    string,
    Record<string, string> | undefined
  >
  const forbidden = [
    ...ownFolders(dependencies).filter((to) => !mayDependOn(from, to, false)),
    ...ownFolders(devDependencies).filter((to) => !mayDependOn(from, to, true)),
  ]
  return forbidden.map((to) => `${from}/package.json: ${from} must not depend on ${to}`)
}

function fileViolations(from: string, file: string): string[] {
  const isBuild = buildFile.test(file)
  return importsOf(readFileSync(file, 'utf8')).flatMap((specifier) => {
    const to = targetFolder(file, specifier)
    if (to === undefined || to === from || mayDependOn(from, to, isBuild)) return []
    if (isBuild && specifier.includes(testProjects)) return []
    return [`${relative(folder, file)}: ${from} must not import ${specifier}`]
  })
}

function devViolations(file: string): string[] {
  if (!isBelow(file, dev.users) || buildFile.test(file)) return []
  const name = relative(folder, file)
  const inApi = (specifier: string, parent: string) =>
    specifier.startsWith('.') && isBelow(resolve(dirname(file), specifier), parent)
  const source = readFileSync(file, 'utf8')
  const isDoor = name === normalize(dev.door)
  return [
    ...importsOf(source, isDoor ? [statementPattern] : [statementPattern, callPattern])
      .filter((specifier) => inApi(specifier, dev.folder))
      .map(
        (specifier) =>
          `${name}: only ${dev.door} imports ${dev.folder}, by import(), but this imports ${specifier}`,
      ),
    ...importsOf(source)
      .filter((specifier) => dev.tests.some((tests) => inApi(specifier, tests)))
      .map((specifier) => `${name}: what runs in production must not import ${specifier}`),
  ]
}

function machineTextViolations(file: string): string[] {
  const [call] = machineTextPattern.exec(readFileSync(file, 'utf8')) ?? []
  if (call === undefined) return []
  return [
    `${relative(folder, file)}: no locale promises ISO 8601, use contract/iso-time instead of ${call}`,
  ]
}

function isBelow(file: string, parent: string): boolean {
  return relative(folder, file).startsWith(normalize(`${parent}/`))
}

/** The specifiers that a source file imports, by all or some of the patterns. */
function importsOf(source: string, patterns = [statementPattern, callPattern]): string[] {
  return patterns.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier = '']) => specifier),
  )
}

/** The workspace package that an import leads to; undefined for others. */
function targetFolder(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(scope)) return ownFolder(specifier)
  if (!specifier.startsWith('.')) return undefined
  return packageOf(relative(folder, resolve(dirname(file), specifier)))
}

/** The package of a file, the innermost one; or the folder that is none. */
function packageOf(file: string): string {
  const found = packages.findLast((name) => file.startsWith(normalize(`${name}/`)))
  return found ?? file.split(sep)[0] ?? ''
}

/** Whether a package may depend on another; `isBuild` for files that never reach a page. */
function mayDependOn(from: string, to: string, isBuild: boolean): boolean {
  const kind = kindOf(from)
  if (allowed[kind]?.includes(to) === true) return true
  return isBuild && allowedInBuild[kind]?.includes(to) === true
}

/** The kind of a package: all remotes are alike. */
function kindOf(from: string): string {
  return from.startsWith('remote-') ? 'remote' : from
}

function ownFolders(dependencies: Record<string, string>): string[] {
  return Object.keys(dependencies)
    .filter((name) => name.startsWith(scope))
    .map(ownFolder)
}

/** The folder that an import such as `@errand/contract/jobs` is served from. */
function ownFolder(specifier: string): string {
  const name = specifier.slice(scope.length).split('/')[0] ?? ''
  return packages.find((path) => basename(path) === name) ?? name
}
