import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { readPackage } from '../build/app-package.ts'
import { compile } from './compiler.ts'
import { contractFile, routesFile, sharedLibrary, type Declarations } from './declarations.ts'

/** A host's declarations, and those of a remote that shall run in it. */
export interface Pair {
  host: Declarations
  remote: Declarations
  app: string
  /** What the remote uses of the shared library. */
  uses: string[]
}

/**
 * Compares what hosts give and expect with what remotes expect and expose, by TypeScript's own rules;
 * answers for each pair the sentences about what does not agree. `root` has the packages installed
 * whose types the declarations name.
 */
export async function compareTypes(root: string, pairs: Pair[]): Promise<string[][]> {
  const directory = mkdtempSync(join(tmpdir(), 'errand-types-'))
  try {
    linkPackages(root, directory, ['shared-auth', 'contract'])
    const subjects = pairs.map((pair, index) => writePair(join(directory, String(index)), pair))
    const said = await compile(directory, tsconfig(join(root, 'tsconfig.base.json')))
    return subjects.map((names, index) => sentencesOf(said, String(index), names))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const tsconfig = (base: string) => ({
  extends: base,
  include: ['*/pair.ts'],
  compilerOptions: { lib: ['es2024', 'dom', 'dom.iterable'], noUnusedLocals: false },
})

/** The packages that declarations name, where the compiler finds them. */
function linkPackages(root: string, directory: string, owners: string[]): void {
  const links = new Map<string, string>()
  for (const owner of owners) {
    const { dependencies, devDependencies } = readPackage(join(root, owner))
    for (const name of Object.keys({ ...dependencies, ...devDependencies }))
      links.set(name, join(root, owner, 'node_modules', name))
  }
  for (const [name, target] of links) {
    const link = join(directory, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link)
  }
}

/** One line for each subject of the comparison, so that a line says what an error is about. */
function writePair(directory: string, { host, remote, app, uses }: Pair): string[] {
  writeAll(join(directory, 'host'), host)
  writeAll(join(directory, 'remote'), remote)
  const source = (side: string, file: string) => `'./${side}/${file.replace(/\.d\.ts$/, '.ts')}'`
  const header = [
    `declare const given: typeof import(${source('host', sharedLibrary.file)})`,
    `declare const exposed: typeof import(${source('remote', routesFile(app))})`,
    `type Expected = typeof import(${source('remote', sharedLibrary.file)})`,
    `type Module = import(${source('host', contractFile)}).RemoteModule`,
  ]
  const lines = [
    'export const exposes: Module = exposed',
    ...uses.map((name, index) => `export const use${index}: Expected['${name}'] = given.${name}`),
  ]
  // On one line, so that the line of an error counts the subjects.
  writeFileSync(join(directory, 'pair.ts'), [header.join('; '), ...lines].join('\n'))
  return ['./routes', ...uses.map((name) => `${name} of ${sharedLibrary.name}`)]
}

function writeAll(directory: string, declarations: Declarations): void {
  for (const [name, text] of Object.entries(declarations)) {
    const file = join(directory, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** The compiler's complaints about one pair; indented lines go with the one before. */
function sentencesOf(said: string, pair: string, subjects: string[]): string[] {
  return said.split(/\n(?! )/).flatMap((complaint) => {
    const [, name, line, message = ''] =
      /^(\d+)\/pair\.ts\((\d+),\d+\): error TS\d+: (.*)$/s.exec(complaint) ?? []
    // A compiler that could not look found nothing, which is not the same as nothing to find.
    if (complaint.includes('error TS') && (line === undefined || line === '1'))
      throw new Error(`The types cannot be compared: ${complaint}`)
    if (name !== pair) return []
    // Whose type it is says more than the path of a folder that is gone.
    const readable = message.replaceAll(/import\("[^"]*\/\d+\/(host|remote)\/[^"]*"\)/g, '$1')
    return [`${subjects[Number(line) - 2] ?? ''}: ${readable.trim()}`]
  })
}
