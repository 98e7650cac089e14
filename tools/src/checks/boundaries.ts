import { readFileSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'

import { folderOf, isOwn, listPackages, type WorkspacePackage } from '../workspace/packages.ts'
import { sourceFiles } from '../workspace/source-files.ts'
import { isKnown, mayDependOn } from './boundary-rules.ts'
import { findImports } from './find-imports.ts'

/** Files of a package that never reach a page. */
const buildFile = /\.(config|setup)\.ts$|\.test\.tsx?$|[\\/](test|testing)[\\/]/

/** What the test projects of all packages are made with. */
const testRun = '../tools/src/test-run/'

/** One sentence for each import, or entry of a package.json, that crosses a boundary. */
export function findViolations(root: string): { violations: string[]; files: number } {
  const packages = listPackages(root)
  const files = packages.flatMap((from) =>
    sourceFiles(from.directory).map((file) => ({ from, file })),
  )
  const violations = [
    ...packages.flatMap(manifestViolations),
    ...files.flatMap(({ from, file }) => fileViolations(root, from, file)),
  ]
  return { violations, files: files.length }
}

function manifestViolations({ folder, ...own }: WorkspacePackage): string[] {
  if (!isKnown(folder)) return [`${folder} has no row in tools/src/checks/boundary-rules.ts`]
  const forbidden = [
    ...own.dependencies.filter((to) => !mayDependOn(folder, to, false)),
    ...own.devDependencies.filter((to) => !mayDependOn(folder, to, true)),
  ]
  return forbidden.map((to) => `${folder}/package.json: ${folder} must not depend on ${to}`)
}

function fileViolations(root: string, { folder }: WorkspacePackage, file: string): string[] {
  const isBuild = buildFile.test(file)
  return findImports(readFileSync(file, 'utf8')).flatMap((specifier) => {
    const to = targetFolder(root, file, specifier)
    if (to === undefined || to === folder || mayDependOn(folder, to, isBuild)) return []
    if (isBuild && specifier.includes(testRun)) return []
    return [`${relative(root, file)}: ${folder} must not import ${specifier}`]
  })
}

/** The package that an import leads to, or nothing when it leads out of the workspace. */
function targetFolder(root: string, file: string, specifier: string): string | undefined {
  if (isOwn(specifier)) return folderOf(specifier)
  if (!specifier.startsWith('.')) return undefined
  return relative(root, resolve(dirname(file), specifier)).split(sep)[0]
}
