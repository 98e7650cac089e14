import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { root } from './root.ts'
import { printError, print } from './terminal.ts'

/**
 * The layers of `api/src` from bottom to top: a file imports from its own layer and those below.
 */
const layers = [
  'platform/phones',
  'platform/pdf',
  'platform/log',
  'platform/watchdog',
  'platform/database',
  'platform/http',
  'platform/threads',
  'platform/tracing',
  'platform/period',
  'platform/secrets',
  'platform/queue',
  'platform/events',
  'platform/files',
  'platform/mail',
  'platform/push',
  'platform/identity',
  'platform/docs',
  'modules/account',
  'modules/billing',
  'modules/phrases',
  'modules/answers',
  'modules/ai',
  'modules/jobs',
  'modules/chats',
  'modules/assistant',
  'modules/conversations',
  'modules/whatsapp',
  'modules/forms',
  'app',
]

/** A folder that no other file imports: it is loaded in a thread, and only where it is needed. */
const threadFolder = 'modules/ai/rules/'

const importPattern = /\b(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"](\.[^'"]+)['"]/g
const loadPattern = /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g

// `node check-layers.ts [folder]`: prints one sentence for each import of the api, including types,
// that goes to a higher layer or is part of a cycle.
const folder = process.argv[2] ?? join(root, 'api/src')
const files = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).toSorted()
const graph = new Map(files.map((file) => [file, importsOf(file, importPattern, loadPattern)]))
const violations = [...files.flatMap(layerViolations), ...findCircles()]
for (const violation of violations) printError(violation)
// A check without files must not look like one without violations.
if (files.length === 0) printError('No source file was found.')
if (violations.length > 0 || files.length === 0) process.exitCode = 1
else print(`${files.length} files keep to their layers.`)

function importsOf(file: string, ...patterns: RegExp[]): string[] {
  const source = readFileSync(join(folder, file), 'utf8')
  const specifiers = patterns.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier = '']) => specifier),
  )
  return specifiers.map((specifier) =>
    relative(folder, resolve(folder, dirname(file), specifier)).replaceAll('\\', '/'),
  )
}

function layerViolations(file: string): string[] {
  const layer = layerOf(file)
  if (layer === -1) return [`${file}: no layer of tools/src/check-layers.ts has this file`]
  const up = (graph.get(file) ?? []).filter((target) => layerOf(target) > layer)
  return [
    ...up.map((target) => `${file}: ${layers[layer]} is below ${target} and must not import it`),
    ...importsOfThread(file).map(
      (target) => `${file}: ${target} runs in a thread and must not be imported`,
    ),
  ]
}

function importsOfThread(file: string): string[] {
  if (file.startsWith(threadFolder)) return []
  return (graph.get(file) ?? []).filter((target) => target.startsWith(threadFolder))
}

function layerOf(file: string): number {
  return layers.findIndex((layer) => file.startsWith(`${layer}/`))
}

/** Each import cycle, once. */
function findCircles(): string[] {
  const found: string[] = []
  const visited = new Set<string>()
  const path: string[] = []
  for (const file of files) follow(file)
  return found

  function follow(file: string): void {
    const start = path.indexOf(file)
    if (start !== -1) {
      found.push(`A circle: ${[...path.slice(start), file].join(' → ')}`)
      return
    }
    if (visited.has(file)) return
    path.push(file)
    for (const target of graph.get(file) ?? []) if (graph.has(target)) follow(target)
    path.pop()
    visited.add(file)
  }
}
