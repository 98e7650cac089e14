import { expect, test } from 'vitest'

import { canReach } from './journeys.ts'
import { packagesReached } from './reach.ts'

const workspacePackage = (
  folder: string,
  dependencies: string[],
  devDependencies: string[] = [],
) => ({
  folder,
  directory: `/${folder}`,
  dependencies,
  devDependencies,
})

const packages = [
  workspacePackage('contract', []),
  workspacePackage('shared-auth', ['contract']),
  workspacePackage('remote-jobs', ['shared-auth']),
  workspacePackage('remote-chats', [], ['shared-auth']),
  workspacePackage('delivery', []),
]

test.each([
  ['a remote', ['remote-jobs/src/routes.tsx'], ['remote-jobs']],
  [
    'what others depend on, also through others and for their tests',
    ['contract/src/jobs.ts'],
    ['contract', 'shared-auth', 'remote-jobs', 'remote-chats'],
  ],
  ['a document', ['docs/operating.md', 'README.md', 'delivery/README.md'], []],
  ['the lockfile', ['pnpm-lock.yaml'], packages.map(({ folder }) => folder)],
])('%s reaches what depends on it', (_, files, expected) => {
  expect(packagesReached(files, packages).toSorted()).toEqual(expected.toSorted())
})

test.each([
  ['e2e/journeys/keyboard-jobs.spec.ts', ['remote-jobs'], true],
  ['e2e/journeys/keyboard-jobs.spec.ts', ['remote-billing'], false],
  ['e2e/journeys/pages.spec.ts', ['remote-reports'], true],
  ['e2e/journeys/keyboard-jobs.spec.ts', ['remote-billing', 'shared-ui'], true],
  ['e2e/journeys/pages.spec.ts', [], false],
])('%s can show a fault in %j: %j', (journey, changed, expected) => {
  expect(canReach(journey, changed)).toBe(expected)
})
