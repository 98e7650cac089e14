import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { settingNames as edgeSettings } from './edge/settings.ts'
import { settingNames as registrySettings } from './registry/settings.ts'
import { runToEnd } from './testing/local-registry.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'errand-program-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Nobody can make a folder in a file, not even root. */
const unwritable = join(import.meta.filename, 'folder')

const edge = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  FIREBASE_API_KEY: 'key',
  IDENTITY_PROJECT: 'errand-live',
  REGISTRY_URL: 'http://127.0.0.1:1/registry',
  REGISTRY_TOKEN: 'token',
}
const registry = {
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  REGISTRY_DATABASE_URL: 'postgres://errand@127.0.0.1:1/registry',
}

test.concurrent.each([
  ['edge', { ...edge, REGISTRY_URL: '' }, /^REGISTRY_URL must be set: /],
  ['edge', { ...edge, REGISTRY_TOKEN: '' }, /^REGISTRY_TOKEN must be set to the reader's token /],
  ['edge', { ...edge, IDENTITY_PROJECT: '' }, /^IDENTITY_PROJECT must be set in production: /],
  ['edge', { ...edge, FIREBASE_API_KEY: '' }, /^FIREBASE_API_KEY is needed/],
  [
    'edge',
    { ...edge, TLS_CERT_FILE: unwritable, TLS_KEY_FILE: unwritable },
    /^TLS_CERT_FILE names a file that cannot be read: /,
  ],
  ['registry', { ...registry, REGISTRY_DATABASE_URL: '' }, /^REGISTRY_DATABASE_URL must be set /],
  ['registry', registry, /^PostgreSQL cannot be reached at REGISTRY_DATABASE_URL\.$/],
  [
    'registry',
    { ...registry, RELEASES_DIR: unwritable },
    /folder cannot be written to \(ENOTDIR\).* set RELEASES_DIR /,
  ],
  [
    'registry',
    { ...registry, RELEASES_DIR: dataDir, DATA_DIR: unwritable },
    /keys cannot be written to \(ENOTDIR\).* set DATA_DIR /,
  ],
])('the %s exits with a one-line reason if it cannot start: %#', async (name, env, sentence) => {
  const { code, stdout, stderr } = await runToEnd(
    [join(import.meta.dirname, name, 'server.ts')],
    env,
  )

  const said = (stdout + stderr).trimEnd()
  expect(said).toMatch(sentence)
  expect(said.split('\n')).toHaveLength(1)
  expect(code).toBe(1)
})

test.each([
  ['Edge', edgeSettings],
  ['Registry', registrySettings],
])('every setting of the %s is documented, and nothing else is', (heading, names) => {
  const page = readFileSync(join(import.meta.dirname, '../docs/operating.md'), 'utf8')
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  const rows = section.match(/^\| `.*?\|/gm) ?? []
  const documented = [...rows.join('').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name)
  expect(new Set(documented)).toEqual(new Set(names))
})
