import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'

import * as z from 'zod/mini'

import { workspaceRoot } from '../build/source-version.ts'
import { compile } from './compiler.ts'

/** TypeScript declarations by the path of their source in the workspace, ending in `.d.ts`. */
export const declarationsSchema = z.record(z.string(), z.string())
export type Declarations = z.infer<typeof declarationsSchema>

/** The file of a release that holds its declarations. */
export const declarationsFile = 'types.json'

/** The library of the workspace whose one copy, the host's, every remote uses. */
export const sharedLibrary = { name: '@errand/shared-auth', file: 'shared-auth/src/index.d.ts' }
/** Says what a remote exposes. */
export const contractFile = 'contract/src/remote.d.ts'
/** What a remote exposes as `./routes`. */
export const routesFile = (app: string): string => `${app}/src/routes.d.ts`

/**
 * The declarations of what hosts and remotes share, and of these files of an app, as they are now:
 * what its build was compiled against, for comparing it with builds of another day.
 */
export async function readDeclarations(
  directory: string,
  exposed: string[],
): Promise<Declarations> {
  const root = workspaceRoot(directory)
  const out = mkdtempSync(join(tmpdir(), 'errand-types-'))
  try {
    const shared = ['shared-auth/src/index.ts', 'contract/src/remote.ts']
    const files = [...shared.map((file) => join(root, file)), ...exposed]
    await compile(out, tsconfig(root, files))
    const emitted = Object.fromEntries(
      globSync('**/*.d.ts', { cwd: out }).map((file) => [
        file,
        withRelativeImports(file, readFileSync(join(out, file), 'utf8')),
      ]),
    )
    const entries = files.map((file) => posix.relative(root, file).replace(/\.tsx?$/, '.d.ts'))
    return reachable(emitted, entries)
  } finally {
    rmSync(out, { recursive: true })
  }
}

/** Not checked: that is done elsewhere, and a build has to be quick. */
const tsconfig = (root: string, files: string[]) => ({
  extends: join(root, 'tsconfig.base.json'),
  files,
  compilerOptions: {
    lib: ['es2024', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    removeComments: true,
    rootDir: root,
    outDir: '.',
    // As part of the source, not as packages: of those nothing is written.
    paths: {
      '@errand/contract/*': [join(root, 'contract/src/*.ts')],
      [sharedLibrary.name]: [join(root, 'shared-auth/src/index.ts')],
    },
  },
})

/**
 * Declarations of different days stand beside each other: each has to find its own. But for the
 * flags: every team adds some, and a host passes on those too that it does not know.
 */
const withRelativeImports = (file: string, text: string): string =>
  text.replaceAll(/(['"])@errand\/contract\/(?!flags)([\w-]+)\1/g, (_all, _quote, entity) => {
    const path = posix.relative(posix.dirname(file), `contract/src/${entity}`)
    return `'${path.startsWith('.') ? path : `./${path}`}.ts'`
  })

function reachable(emitted: Declarations, entries: string[]): Declarations {
  const found = new Set(entries)
  for (const file of found) {
    for (const [, path = ''] of (emitted[file] ?? '').matchAll(/['"](\.[^'"]+)\.tsx?['"]/g))
      found.add(posix.join(dirname(file), `${path}.d.ts`))
  }
  return Object.fromEntries(
    [...found].toSorted().flatMap((file) => {
      const text = emitted[file]
      return text === undefined ? [] : [[file, text]]
    }),
  )
}

/** One hash of the declarations that hosts and remotes share: equal for builds of one contract. */
export function contractHash(declarations: Declarations): string {
  const shared = Object.entries(declarations).filter(([file]) =>
    /^(contract|shared-auth)\//.test(file),
  )
  return createHash('sha256').update(JSON.stringify(shared)).digest('hex')
}
