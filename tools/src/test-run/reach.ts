import { execFileSync } from 'node:child_process'

import { root } from '../root.ts'
import { listPackages, type WorkspacePackage } from '../workspace/packages.ts'

/** What a change can reach. */
export interface Reach {
  /** The commit that the change began after. */
  since: string
  files: string[]
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
  return { since: base, files, packages: packagesReached(files, listPackages(root)) }
}

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)

/** A file outside of the packages, such as the lockfile, reaches all of them. */
export function packagesReached(files: string[], packages: WorkspacePackage[]): string[] {
  const folders = new Set(packages.map(({ folder }) => folder))
  const changed = files.filter((file) => !isDocument(file)).map((file) => file.split('/')[0] ?? '')
  if (changed.some((folder) => !folders.has(folder))) return [...folders]
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

const isDocument = (file: string): boolean => file.endsWith('.md') || file.startsWith('docs/')
