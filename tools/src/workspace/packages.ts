import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A package of the workspace. */
export interface WorkspacePackage {
  /** Its folder's name, `remote-jobs`. */
  folder: string
  directory: string
  /** The folders of the workspace packages that its package.json names. */
  dependencies: string[]
  devDependencies: string[]
}

const scope = '@errand/'

interface Manifest {
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Every package directly below the root. */
export function listPackages(root: string): WorkspacePackage[] {
  return readdirSync(root)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => {
      const directory = join(root, folder)
      const text = readFileSync(join(directory, 'package.json'), 'utf8')
      const { dependencies, devDependencies } = JSON.parse(text) as Manifest
      return {
        folder,
        directory,
        dependencies: ownPackages(dependencies),
        devDependencies: ownPackages(devDependencies),
      }
    })
}

const ownPackages = (versions: Record<string, string> = {}): string[] =>
  Object.keys(versions).filter(isOwn).map(folderOf)

/** Whether a package or an import is of this workspace. */
export const isOwn = (specifier: string): boolean => specifier.startsWith(scope)

/** The folder that an import such as `@errand/contract/jobs` is served from. */
export const folderOf = (specifier: string): string =>
  specifier.slice(scope.length).split('/')[0] ?? ''
