import { join } from 'node:path'

import { expect, test } from 'vitest'

import { root } from '../root.ts'
import { readSettings } from './settings.ts'

test('nothing has to be set; an empty value is the same as none', () => {
  expect(readSettings({ DATABASE_URL: '', PORT: '' })).toEqual({
    ports: { PORT: 3000, API_PORT: 5000, IDENTITY_PORT: 9099, MAIL_PORT: 2525 },
    dataDir: join(root, '.data'),
    databaseUrl: undefined,
    project: 'demo-errand',
  })
})

test('a second copy has its own ports and data', () => {
  const env = { PORT: '3100', API_PORT: '5100', IDENTITY_PORT: '9199', DATA_DIR: '/tmp/second' }

  expect(readSettings(env)).toMatchObject({
    ports: { PORT: 3100, API_PORT: 5100, IDENTITY_PORT: 9199 },
    dataDir: '/tmp/second',
  })
})

test.each([
  [{ PORT: 'abc' }, 'PORT must be a port from 1 to 65535, not "abc".'],
  [{ API_PORT: '70000' }, 'API_PORT must be a port from 1 to 65535, not "70000".'],
  [{ IDENTITY_PORT: '0' }, 'IDENTITY_PORT must be a port from 1 to 65535, not "0".'],
  [{ PORT: '1e3' }, 'PORT must be a port from 1 to 65535, not "1e3".'],
  [{ PORT: '5000' }, 'PORT and API_PORT are both 5000: each needs its own.'],
  [
    { DATABASE_URL: 'mysql://root:secret@db' },
    'DATABASE_URL must look like postgres://user:password@host:5432/name.',
  ],
  [
    { IDENTITY_PROJECT: 'production' },
    'IDENTITY_PROJECT must begin with "demo-", not be "production".',
  ],
  [
    { NODE_ENV: 'production' },
    'This starts a local copy, where anybody can sign in: unset NODE_ENV, or run api and edge apart.',
  ],
])('%j is refused in one sentence', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence)
})
