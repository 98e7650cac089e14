import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from './root.ts'
import { checkPorts, claimDataDir, freePorts, readSettings } from './settings.ts'

test('nothing has to be set, and an empty value is none; a second copy has its own ports and data', () => {
  const usual = {
    ports: {
      PORT: 3000,
      API_PORT: 5000,
      REGISTRY_PORT: 3100,
      IDENTITY_PORT: 9099,
      MAIL_PORT: 2525,
    },
    dataDir: join(root, '.data'),
    databaseUrl: undefined,
    project: 'demo-errand',
  }
  expect(readSettings({ DATABASE_URL: '', PORT: '' })).toEqual(usual)
  expect(readSettings({ API_PORT: '5100', DATA_DIR: '/tmp/second' })).toEqual({
    ...usual,
    ports: { ...usual.ports, API_PORT: 5100 },
    dataDir: '/tmp/second',
  })
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a port from 1 to 65535, not "abc".'],
  [{ API_PORT: '70000' }, 'API_PORT must be a port from 1 to 65535, not "70000".'],
  [{ PORT: '5000' }, 'PORT and API_PORT are both 5000: each needs its own.'],
  [{ DATABASE_URL: 'mysql://root:secret@db' }, 'DATABASE_URL must look like postgres://'],
  [{ IDENTITY_PROJECT: 'production' }, 'IDENTITY_PROJECT must begin with "demo-"'],
  [{ NODE_ENV: 'production' }, 'This starts a local copy, where anybody can sign in'],
])('%j is refused in one sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence)
})

test.each(['127.0.0.1', '0.0.0.0'])(
  'a port in use at %s is named, with a way out',
  async (host) => {
    const [PORT = 0, API_PORT = 0, REGISTRY_PORT = 0, ...others] = await freePorts(5)
    const [IDENTITY_PORT = 0, MAIL_PORT = 0] = others
    const ports = { PORT, API_PORT, REGISTRY_PORT, IDENTITY_PORT, MAIL_PORT }
    await checkPorts(ports)
    const other = createServer().listen(API_PORT, host)
    await once(other, 'listening')

    await expect(checkPorts(ports)).rejects.toThrow(
      `Port ${API_PORT} is in use. Stop the program that uses it or choose another: API_PORT=${API_PORT + 1} npm start`,
    )
    other.close()
  },
)

test('a second copy on the same data is refused, with what to do instead', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'errand-claim-'))
  claimDataDir(dataDir)
  expect(() => claimDataDir(dataDir)).toThrow('DATA_DIR=.data2 npm start')
  expect(() =>
    claimDataDir(dataDir, 'use it as the shell: --against http://localhost:3000'),
  ).toThrow(
    `Another copy of Errand runs on ${dataDir}. Stop it or use it as the shell: --against http://localhost:3000`,
  )
})

test('a data directory that cannot be written to is named', () => {
  expect(() => claimDataDir(join(import.meta.filename, 'data'))).toThrow(
    /settings\.test\.ts\/data cannot be written to \(ENOTDIR\): .* set DATA_DIR /,
  )
})
