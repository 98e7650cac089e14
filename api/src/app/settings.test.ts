import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { readSettings, settingNames } from './settings.ts'

test('nothing has to be set', () => {
  expect(readSettings({ DATABASE_URL: '', IDENTITY_EMULATOR_URL: '' })).toMatchObject({
    port: 5000,
    hostname: '127.0.0.1',
    databaseUrl: undefined,
    emulatorUrl: undefined,
    publicUrl: 'http://localhost:3000',
    mail: { isPrivateAllowed: false },
  })
})

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db/errand',
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  IDENTITY_PROJECT: 'errand-live',
  PUBLIC_URL: 'https://errand.example',
  FILES_DIR: '/srv/errand/files',
  HOST: '0.0.0.0',
}

const bucket = {
  FILES_S3_URL: 'https://s3.example.com/errand/files',
  FILES_S3_KEY: 'AKID',
  FILES_S3_SECRET: 'secret',
}

test('files are in the folder of data, in another directory or in a bucket', () => {
  const filesOf = (environment: NodeJS.ProcessEnv) => readSettings(environment).files

  const maxOfOwner = 20 * 1024 ** 3
  expect(filesOf({ DATA_DIR: '/data' })).toEqual({ directory: '/data/files', maxOfOwner })
  expect(filesOf({ FILES_DIR: '/mnt/files', MAX_FILES_GIB: '0.5' })).toEqual({
    directory: '/mnt/files',
    maxOfOwner: 512 * 1024 ** 2,
  })
  expect(filesOf({ ...bucket, FILES_S3_REGION: 'eu-central-1' })).toEqual({
    maxOfOwner,
    s3: { url: bucket.FILES_S3_URL, key: 'AKID', secret: 'secret', region: 'eu-central-1' },
  })
})

test('production has its own settings', () => {
  expect(readSettings(production)).toMatchObject({ project: 'errand-live', hostname: '0.0.0.0' })
})

test.each(['::1', 'localhost', '127.0.0.2'])('the emulator may serve %s', (HOST) => {
  const emulatorUrl = 'http://127.0.0.1:9099'
  expect(readSettings({ HOST, IDENTITY_EMULATOR_URL: emulatorUrl })).toMatchObject({ emulatorUrl })
})

test.each<[object, string]>([
  [{ API_PORT: '70000' }, 'API_PORT is not valid'],
  [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL is not valid'],
  [{ IDENTITY_EMULATOR_URL: 'localhost' }, 'IDENTITY_EMULATOR_URL is not valid'],
  [
    { NODE_ENV: 'production', IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099' },
    'IDENTITY_EMULATOR_URL must not be set in production: anybody could sign in.',
  ],
  [{ TRUSTED_PROXIES: 'edge.local' }, 'TRUSTED_PROXIES is not valid'],
  [{ TRUSTED_PROXIES: '10/8' }, 'TRUSTED_PROXIES is not valid'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES is not valid'],
  [{ ...production, DATABASE_URL: '' }, 'DATABASE_URL must be set in production'],
  [{ ...production, SECRETS_KEY: '' }, 'SECRETS_KEY must be set in production'],
  [{ ...production, IDENTITY_PROJECT: '' }, 'IDENTITY_PROJECT must be set in production'],
  [{ ...production, PUBLIC_URL: '' }, 'PUBLIC_URL must be set in production'],
  [{ ...production, FILES_DIR: '' }, 'FILES_DIR or FILES_S3_URL must be set in production'],
  [{ ...bucket, FILES_DIR: '/files' }, 'FILES_DIR and FILES_S3_URL are both set'],
  [
    { ...bucket, FILES_S3_SECRET: '' },
    'FILES_S3_URL, FILES_S3_KEY and FILES_S3_SECRET are needed all, or none.',
  ],
  [{ ...bucket, FILES_S3_URL: 'https://s3.example.com' }, 'FILES_S3_URL names no bucket'],
  [{ ...production, SMTP_ALLOW_PRIVATE: '1' }, 'SMTP_ALLOW_PRIVATE must not be set in production'],
  ...['0.0.0.0', '192.168.1.7', 'api.shop.in'].map((HOST): [object, string] => [
    { HOST, IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099' },
    'IDENTITY_EMULATOR_URL is for a HOST of this machine alone: anybody could sign in.',
  ]),
  [{ SECRETS_KEY: 'short' }, 'SECRETS_KEY is not valid'],
  [
    { META_APP_ID: '1', META_CONFIG_ID: '2' },
    'META_APP_ID, META_APP_SECRET and META_CONFIG_ID are needed all, or none.',
  ],
  [{ MAIL_URL: 'smtp://mail.example' }, 'MAIL_URL and MAIL_FROM are needed both, or none.'],
  [{ MAIL_URL: 'https://mail.example', MAIL_FROM: 'a@errand.example' }, 'MAIL_URL is not valid'],
  [{ MAIL_URL: 'smtp://a:50%@mail.example' }, 'MAIL_URL is not valid'],
  [{ SIMULATORS: '1' }, 'SIMULATORS is for a developer’s machine alone'],
  [{ ...production, SIMULATORS: '1' }, 'SIMULATORS is for a developer’s machine alone'],
])('%j is refused in one sentence', (environment, sentence) => {
  expect(() => readSettings({ ...environment })).toThrow(sentence)
})

test.each(['postgres://u:p@db:5432/errand', 'postgresql:///errand?host=/run/postgresql'])(
  'the database may be at %s',
  (url) => {
    expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url)
  },
)

test.each([
  ['smtps://asha:p%40ss@mail.example', { port: 465, security: 'tls', password: 'p@ss' }],
  ['smtp://asha@mail.example', { port: 587, security: 'starttls', username: 'asha' }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, security: 'none', password: undefined }],
])('%s names a mail server', (MAIL_URL, server) => {
  const { mailSender } = readSettings({ MAIL_URL, MAIL_FROM: 'alerts@errand.example' })
  expect(mailSender).toMatchObject({ server, address: 'alerts@errand.example' })
})

test('every setting is documented, and nothing else is', () => {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8')
  const sections = page.split(/^## /m).filter((section) => /^(Api|Billing)\n/.test(section))
  const tables = sections.flatMap((section) => section.match(/^\| setting[^]*?\n\n/gm) ?? [])
  const documented = [...tables.join('').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name)

  expect(new Set(documented)).toEqual(new Set(settingNames))
})
