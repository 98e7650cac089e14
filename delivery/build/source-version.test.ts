import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, test } from 'vitest'

import { isPreview } from '../releases/release.ts'
import { previewVersion, sourceVersion } from './source-version.ts'

function workspace(): { root: string; write: (file: string, text: string) => void } {
  const root = mkdtempSync(join(tmpdir(), 'errand-workspace-'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'tsconfig.base.json'])
    write(file, '')
  const dependencies = { '@errand/contract': 'workspace:*', react: 'catalog:' }
  write('remote-x/package.json', JSON.stringify({ name: 'x', version: '0.3.0', dependencies }))
  write('remote-x/src/routes.tsx', 'one')
  const exports = { './*': './src/*.ts' }
  write('contract/package.json', JSON.stringify({ name: 'contract', version: '0.1.0', exports }))
  write('contract/src/jobs.ts', 'one')
  return { root, write }
}

test('the same source has the same version, in another folder too', () => {
  const here = sourceVersion(join(workspace().root, 'remote-x'))

  expect(here).toMatch(/^0\.3\.0-[0-9a-f]{12}$/)
  expect(sourceVersion(join(workspace().root, 'remote-x'))).toBe(here)
})

test.each<[file: string, isNew: boolean, text?: string]>([
  ['remote-x/src/routes.tsx', true],
  ['contract/src/jobs.ts', true],
  ['contract/package.json', true, '{"name":"contract","version":"0.2.0"}'],
  ['pnpm-lock.yaml', true],
  ['remote-x/new.css', true],
  ['remote-x/src/routes.test.tsx', false],
  ['remote-x/dist/a.js', false],
  ['remote-y/src/routes.tsx', false],
])('a change of %s is a new version: %s', (file, isNew, text = 'two') => {
  const { root, write } = workspace()
  const before = sourceVersion(join(root, 'remote-x'))
  write(file, text)

  expect(sourceVersion(join(root, 'remote-x')) !== before).toBe(isNew)
})

test('only the declared build inputs of a package change the version', () => {
  const { root, write } = workspace()
  const exports = { './build': './build/index.ts', './registry': './registry/index.ts' }
  write(
    'delivery/package.json',
    JSON.stringify({ name: 'delivery', version: '0.1.0', exports, buildInputs: ['build'] }),
  )
  write('delivery/build/index.ts', 'one')
  write('delivery/registry/index.ts', 'one')
  const devDependencies = { '@errand/delivery': 'workspace:*' }
  write('remote-x/package.json', JSON.stringify({ name: 'x', version: '0.3.0', devDependencies }))
  const version = () => sourceVersion(join(root, 'remote-x'))
  const before = version()

  write('delivery/registry/index.ts', 'two')
  expect(version()).toBe(before)
  write('delivery/build/index.ts', 'two')
  expect(version()).not.toBe(before)
})

test('a preview of a branch has its own version, marked as a preview', () => {
  const directory = join(workspace().root, 'remote-x')
  const version = previewVersion(directory, 'pr-12')

  expect(version).toMatch(/^0\.3\.0-preview\.pr-12\.[0-9a-f]{12}$/)
  expect(isPreview(version)).toBe(true)
  expect(isPreview(sourceVersion(directory))).toBe(false)
})
