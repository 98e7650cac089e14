import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { root } from './root.ts'
import { complain, say } from './terminal.ts'

/** A link of Markdown, and the names in backticks right behind it: what to read in that file. */
const linked = /\]\(([^()\s]+)\)((?:(?:,| and)? `[A-Za-z_$][\w$]*`)*)/g
const name = /`([^`]+)`/g
const heading = /^#+ (.*)$/gm
/** Examples of code are no links. */
const example = /^```[\s\S]*?^```/gm

// `node check-docs.ts [folder]`: one sentence for each link of a document to a file or a heading that
// is not there, and for each name beside a link that its file does not declare.
const folder = process.argv[2] ?? root
const documents = globSync(['*.md', 'docs/**/*.md', '*/*.md', 'api/eval/**/*.md'], {
  cwd: folder,
  exclude: (path) => path.includes('node_modules'),
}).toSorted()
const violations = documents.flatMap(violationsOf)
for (const violation of violations) complain(violation)
// A check that looks at nothing must not look like a check that found nothing.
if (documents.length === 0) complain('No document was found.')
if (violations.length > 0 || documents.length === 0) process.exitCode = 1
else say(`${documents.length} documents name what is there.`)

function violationsOf(document: string): string[] {
  const text = readFileSync(join(folder, document), 'utf8').replaceAll(example, '')
  return [...text.matchAll(linked)].flatMap(([, target = '', names = '']) => {
    if (/^[a-z]+:/.test(target)) return []
    const [path = '', anchor = ''] = target.split('#')
    const file = path === '' ? join(folder, document) : resolve(folder, dirname(document), path)
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
