import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './root.ts'
import { print, printError } from './terminal.ts'

/**
 * How many lines of source a package may have, so that the code does not grow unseen. A change that
 * goes above its package's line takes something away, or raises it in a commit of its own that says why.
 */
const maxLines: Record<string, number> = {
  contract: 5379,
  api: 60_778,
  database: 1509,
  delivery: 16_658,
  host: 11_559,
  'remote-billing': 2798,
  'remote-chats': 14_062,
  'remote-jobs': 10_200,
  serving: 228,
  'shared-auth': 2063,
  'shared-ui': 7304,
  tools: 2677,
}

/** Tests, what serves them alone, and the words of screens, which are data. */
const isNoSource = /^(?:e2e|bench)\/|\.(?:test|spec)\.|\/test\/|\/words\/en[^/]*\.ts$/
const isNoFolder = (path: string) => /(?:^|[\\/])(?:node_modules|dist|test-results)$/.test(path)

// `node check-lines.ts [folder]`: prints one sentence for each package with more lines than it may have.
const folder = process.argv[2] ?? root
const packages = globSync('*/package.json', { cwd: folder }).map(
  (file) => file.split(/[\\/]/)[0] ?? '',
)
const counts = new Map(packages.toSorted().map((name) => [name, linesOf(name)]))
const violations = Array.from(counts, ([name, lines]) => {
  // A new team's remote has no limit yet.
  const most = maxLines[name] ?? Infinity
  return lines > most ? `${name} has ${lines} lines of source, and may have ${most}.` : ''
}).filter((sentence) => sentence !== '')
for (const violation of violations) printError(violation)
// A check without files must not look like one without violations.
const all = [...counts.values()].reduce((sum, lines) => sum + lines, 0)
if (all === 0) printError('No source file was found.')
if (violations.length > 0 || all === 0) process.exitCode = 1
else print(`${all} lines of source keep to their limits.`)

function linesOf(name: string): number {
  return globSync(`${name}/**/*.{ts,tsx,js,mjs,css}`, { cwd: folder, exclude: isNoFolder })
    .filter((file) => !isNoSource.test(file.replaceAll('\\', '/')))
    .map((file) => readFileSync(join(folder, file), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0)
}
