import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../root.ts'
import { belongsTo, journeysOf } from './journeys.ts'
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
  ['a document', ['docs/webhooks.md', 'README.md', 'delivery/README.md'], []],
  ['a document that a test reads', ['docs/operating.md'], packages.map(({ folder }) => folder)],
  ['what tests are run with', ['tools/src/test-run/x.ts'], packages.map(({ folder }) => folder)],
  ['the lockfile', ['pnpm-lock.yaml'], packages.map(({ folder }) => folder)],
])('%s reaches what depends on it', (_, files, expected) => {
  expect(packagesReached(files, packages).toSorted()).toEqual(expected.toSorted())
})

test.each([
  ['journeys/keyboard-jobs', ['remote-jobs'], true],
  ['journeys/keyboard-jobs', ['remote-billing'], false],
  ['journeys/pages', ['remote-reports'], true],
  ['rollouts/self-help', ['remote-jobs'], false],
  ['rollouts/self-help', ['remote-billing', 'shared-ui'], true],
  ['journeys/pages', [], false],
])('%s belongs to a change of %j: %j', (journey, changed, expected) => {
  expect(belongsTo(changed, `e2e/${journey}.spec.ts`)).toBe(expected)
})

test('every journey of a remote is there', () => {
  const journeys = Object.values(journeysOf).flat()
  const missing = journeys.filter((name) => !existsSync(join(root, `e2e/journeys/${name}.spec.ts`)))
  expect(missing).toEqual([])
})
