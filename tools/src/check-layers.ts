import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

import { root } from './root.ts'
import { printError, print } from './terminal.ts'

/**
 * The layers of each package's source from bottom to top: a file imports from its own layer and those
 * below. Files beside these folders, such as a router, are above all of them, or where `.` stands; a
 * layer may also be one of these files.
 */
const layersOf: Record<string, readonly string[]> = {
  'api/src': [
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
    'platform/calls',
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
  ],
  'host/src': [
    'words',
    'release',
    'errors',
    'look',
    'language',
    'account',
    'federation',
    'notify',
    'session',
    'login',
    'landing',
    'dashboard',
    'settings',
    'preview',
    'palette',
    'shell',
  ],
  'shared-ui/src': [
    'styles',
    'layout',
    'tooltip',
    'intl',
    'keyboard',
    'actions',
    'data',
    'feedback',
    'forms',
    'overlays',
    'table',
    'chart',
  ],
  'remote-chats/src': [
    'words',
    'shared',
    'data',
    'send/files',
    'send',
    'chat/answers',
    'chat/messages',
    'chat/composer',
    'chat',
    'bookings',
    'inbox/list',
    'inbox/needs-you',
    'inbox',
  ],
  // Before the package in which it lies.
  'delivery/console/src': ['words', 'session', 'registry', 'change', 'app', 'overview'],
  delivery: [
    'platform',
    'releases',
    'signing',
    'rollouts',
    'build',
    'registry',
    'edge',
    'cli',
    'console',
  ],
  // Its files are imported by their paths, so those that others build on lie beside the folders.
  'contract/src': ['.', 'chats', 'billing', 'job-analytics.ts', 'job-test.ts', 'search.ts'],
  'shared-auth/src': ['browser', 'session', 'api', 'events'],
  'remote-jobs/src': [
    'pane',
    'job-draft',
    'jobs',
    'inputs',
    'changes',
    'sections',
    'assist',
    'phone',
    'fields',
    'questions',
    'translations',
    'job-form',
    'list',
    'analytics',
  ],
}

/** A folder that no other file imports: it is loaded in a thread, and only where it is needed. */
const threadFolder = 'api/src/modules/ai/rules/'
/** What serves tests alone imports what it likes, and is above all layers. */
const isForTests = (file: string): boolean => /\.test\.tsx?$|\/testing\//.test(file)

const importPattern = /\b(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"](\.[^'"]+)['"]/g
const loadPattern = /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g

// `node check-layers.ts [folder]`: prints one sentence for each import of these packages, including
// types, that goes to a higher layer or is part of a cycle.
const folder = process.argv[2] ?? root
const sources = Object.keys(layersOf)
  .flatMap((source) => globSync(`${source}/**/*.{ts,tsx}`, { cwd: folder }))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !isForTests(file))
const files = [...new Set(sources)].toSorted()
const graph = new Map(files.map((file) => [file, importsOf(file)]))
const violations = [...files.flatMap(layerViolations), ...findCircles()]
for (const violation of violations) printError(violation)
// A check without files must not look like one without violations.
if (files.length === 0) printError('No source file was found.')
if (violations.length > 0 || files.length === 0) process.exitCode = 1
else print(`${files.length} files keep to their layers.`)

function importsOf(file: string): string[] {
  const source = readFileSync(join(folder, file), 'utf8')
  const specifiers = [importPattern, loadPattern].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, specifier = '']) => specifier),
  )
  return specifiers.map((specifier) => posix.join(posix.dirname(file), specifier))
}

function layerViolations(file: string): string[] {
  const layer = layerOf(file)
  if (layer === undefined) return [`${file}: no layer of tools/src/check-layers.ts has this file`]
  const imports = graph.get(file) ?? []
  // A stylesheet or a file of words is imported from beside it.
  const up = imports.filter((target) => (layerOf(target)?.at ?? -1) > layer.at && graph.has(target))
  const ofThread = file.startsWith(threadFolder)
    ? []
    : imports.filter((target) => target.startsWith(threadFolder))
  return [
    ...up.map((target) => `${file}: ${layer.name} is below ${target} and must not import it`),
    ...ofThread.map((target) => `${file}: ${target} runs in a thread and must not be imported`),
  ]
}

/** The layer of a file; undefined if it lies in a folder that no layer has. */
function layerOf(file: string): { at: number; name: string } | undefined {
  const [source, layers] =
    Object.entries(layersOf).find(([name]) => file.startsWith(`${name}/`)) ?? []
  if (source === undefined || layers === undefined) return undefined
  const path = file.slice(source.length + 1)
  const at = layers.findIndex((name) => path === name || path.startsWith(`${name}/`))
  if (at !== -1) return { at, name: `${source}/${layers[at] ?? ''}` }
  if (path.includes('/')) return undefined
  return { at: layers.includes('.') ? layers.indexOf('.') : layers.length, name: source }
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
