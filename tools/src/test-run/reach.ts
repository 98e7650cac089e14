import { execFileSync } from 'node:child_process'

import { root } from '../root.ts'
import { listPackages, type WorkspacePackage } from '../workspace/packages.ts'

/** What a change can reach. */
export interface Reach {
  /** The commit that the change began after. */
  since: string
  /** Whether imports tell the rest: only modules changed, none of what tests are run with. */
  isOfImports: boolean
  /** The folders of packages that changed, or that depend on one that did. */
  packages: string[]
}

/** What differs from a commit; without one, what is not committed, else the last commit. */
export function reachOf(since?: string): Reach {
  const uncommitted = [
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
  const base = since ?? (uncommitted.length > 0 ? 'HEAD' : 'HEAD~1')
  const files = [...new Set([...git('diff', '--name-only', `${base}...HEAD`), ...uncommitted])]
  return {
    since: base,
    isOfImports: files.every((file) => isDocument(file) || isModule(file)),
    packages: packagesReached(files, listPackages(root)),
  }
}

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** A file outside of the packages, such as the lockfile, or of the tools reaches all of them. */
export function packagesReached(files: string[], packages: WorkspacePackage[]): string[] {
  const folders = new Set(packages.map(({ folder }) => folder))
  const changed = files.filter((file) => !isDocument(file)).map((file) => file.split('/')[0] ?? '')
  if (changed.some((folder) => folder === 'tools' || !folders.has(folder))) return [...folders]
  const reached = new Set(changed)
  let before = -1
  while (reached.size > before) {
    before = reached.size
    for (const { folder, dependencies, devDependencies } of packages) {
      if ([...dependencies, ...devDependencies].some((other) => reached.has(other))) {
        reached.add(folder)
      }
    }
  }
  return [...reached]
}

// `docs/operating.md` lists the settings, which a test of the api compares with the code.
const isDocument = (file: string): boolean => file.endsWith('.md') && file !== 'docs/operating.md'

const isModule = (file: string): boolean => /\.tsx?$/.test(file) && !file.startsWith('tools/')
