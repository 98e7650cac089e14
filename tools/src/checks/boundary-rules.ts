/** What a package may be built upon. */
const allowed: Record<string, string[]> = {
  contract: [],
  'shared-auth': ['contract'],
  'shared-ui': ['contract'],
  remote: ['contract', 'shared-auth', 'shared-ui'],
  host: ['contract', 'shared-auth', 'shared-ui'],
  database: [],
  api: ['contract', 'database'],
  delivery: ['contract', 'database'],
  tools: ['database', 'delivery'],
  e2e: ['contract', 'database'],
}

/** What only a build or a test of the package may use. */
const allowedInBuild: Record<string, string[]> = {
  remote: ['delivery'],
  host: ['delivery'],
}

/** The kind of a package: all remotes are alike. */
const kindOf = (folder: string): string => (folder.startsWith('remote-') ? 'remote' : folder)

/** Whether a package may depend on another one; `isBuild` for what never reaches a page. */
export function mayDependOn(from: string, to: string, isBuild: boolean): boolean {
  const kind = kindOf(from)
  if (allowed[kind]?.includes(to)) return true
  return isBuild && (allowedInBuild[kind]?.includes(to) ?? false)
}

/** Whether the package has a row above. */
export const isKnown = (folder: string): boolean => kindOf(folder) in allowed
