import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { root } from './root.ts'
import { printError, print } from './terminal.ts'

/** A link of Markdown, and the names in backticks right behind it: what to read in that file. */
const linked = /\]\(([^()\s]+)\)((?:(?:,| and)? `[A-Za-z_$][\w$]*`)*)/g
const name = /`([^`]+)`/g
const heading = /^#+ (.*)$/gm
/** A file or folder in backticks, mostly without the end of its name: `host/src/federation/fallback`. */
const inBackticks = /`([a-z][\w-]*(?:\/[\w.*-]+)+)\/?`/g
/** Where such a path may begin. */
const beginnings = ['', 'api/src', 'api/src/modules']
/** Examples of code are no links. */
const example = /^```[\s\S]*?^```/gm

/** What changes are called in the changelog. */
const kindsOfChange = new Set(['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'])

// `node check-docs.ts [folder]`: one sentence for each link or path of a document that leads nowhere, for
// each name beside a link that its file does not declare, and for what is wrong with the changelog and
// the owners of code.
const folder = process.argv[2] ?? root
const documents = globSync(['*.md', 'docs/**/*.md', '*/*.md', 'api/eval/**/*.md'], {
  cwd: folder,
  exclude: (path) => path.includes('node_modules'),
}).toSorted()
let links = 0
const violations = [
  ...documents.flatMap(linkViolations),
  // Decisions describe the code of their day.
  ...documents.filter((file) => !file.startsWith('docs/decisions/')).flatMap(pathViolations),
  ...changelogViolations(),
  ...ownersViolations(),
]
for (const violation of violations) printError(violation)
// A check that looks at nothing must not look like a check that found nothing.
if (links === 0) printError('No link was found.')
if (violations.length > 0 || links === 0) process.exitCode = 1
else print(`${links} links of ${documents.length} documents lead to what they name.`)

function linkViolations(document: string): string[] {
  return [...textOf(document).matchAll(linked)].flatMap(([, target = '', names = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    links += 1
    const [to = '', anchor = ''] = target.split('#')
    const file = to === '' ? join(folder, document) : resolve(folder, dirname(document), to)
    const shown = relative(folder, file)
    if (!existsSync(file)) return [`${document}: there is no ${shown}`]
    const isMissing = anchor !== '' && !anchorsOf(file).includes(anchor)
    return [
      ...(isMissing ? [`${document}: ${shown} has no heading #${anchor}`] : []),
      ...[...names.matchAll(name)]
        .filter(([, declared = '']) => !declares(file, declared))
        .map(([, declared]) => `${document}: ${shown} declares no ${declared}`),
    ]
  })
}

function pathViolations(document: string): string[] {
  const named = [...textOf(document).matchAll(inBackticks)].map(([, file = '']) => file)
  return named.flatMap((file) => {
    const [first = ''] = file.split('/')
    const places = beginnings.filter((place) => existsSync(join(folder, place, first)))
    const isThere = places.some((place) => globSync(join(folder, place, `${file}{,.*}`)).length > 0)
    return places.length === 0 || isThere ? [] : [`${document}: there is no ${file}`]
  })
}

function textOf(document: string): string {
  return read(document).replaceAll(example, '')
}

/** The headings of a document, as links name them. */
function anchorsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(heading)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** An import of it is not enough: the one who reads is to find it there. */
function declares(file: string, declared: string): boolean {
  const keyword = 'function\\*?|const|let|class|interface|type'
  const declaration = new RegExp(
    `\\b(?:${keyword})\\s+${declared.replaceAll('$', '\\$')}(?![\\w$])`,
  )
  return declaration.test(readFileSync(file, 'utf8'))
}

function changelogViolations(): string[] {
  const titles = [...read('CHANGELOG.md').matchAll(/^(##+) (.*)$/gm)]
  const versions = titles.flatMap(([, depth, title = '']) => (depth === '##' ? [title] : []))
  const [first, ...released] = versions
  const newest = /^\[(.*?)\]/.exec(released[0] ?? '')?.[1]
  const { version } = JSON.parse(read('package.json')) as { version: string }
  return [
    ...(first === '[Unreleased]' ? [] : ['CHANGELOG.md: the first heading has to be [Unreleased]']),
    ...released
      .filter((title) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/.test(title))
      .map((title) => `CHANGELOG.md: ${title} is not written as [1.2.3] - 2026-11-27`),
    ...titles
      .filter(([, depth, title = '']) => depth === '###' && !kindsOfChange.has(title))
      .map(([, , title]) => `CHANGELOG.md: ${title} is none of ${[...kindsOfChange].join(', ')}`),
    ...(newest === undefined || newest === version
      ? []
      : [`CHANGELOG.md: the newest version is ${newest}, and that of package.json ${version}`]),
  ]
}

function ownersViolations(): string[] {
  const owners = '.github/CODEOWNERS'
  const paths = [...read(owners).matchAll(/^\/(\S+)/gm)].map(([, path = '']) => path)
  return paths
    .filter((path) => !existsSync(join(folder, path)))
    .map((path) => `${owners}: there is no ${path}`)
}

function read(file: string): string {
  return readFileSync(join(folder, file), 'utf8')
}
