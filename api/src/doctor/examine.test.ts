import { randomBytes } from 'node:crypto'

import { freePort } from '@errand/database/testing'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeStorage } from '../../test/storage.ts'
import { createInbox, type Inbox } from '../simulators/mail/inbox.ts'
import { startMailServer, type MailServer } from '../simulators/mail/mail-server.ts'
import { completionsRoutes } from '../simulators/ai/completions.routes.ts'
import { createRazorpay } from '../simulators/razorpay/create-razorpay.ts'
import { examine } from './examine.ts'
import type { Service } from './finding.ts'

const never = new AbortController().signal
const keys = { keyId: 'rzp_test_1', keySecret: 'right', webhookSecret: 'w' }

/** What each service answers now; a test plants its fault here. */
let answers: Record<string, () => Response>

const usual = (): typeof answers => ({
  '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com': () => Response.json({}),
  '/identitytoolkit/v3/relyingparty/getProjectConfig': () =>
    Response.json({ authorizedDomains: ['errand.example'] }),
  '/api/readyz': () => Response.json({ status: 'ok' }),
  '/v25.0/1055': () => Response.json({ display_phone_number: '+1 555 0100' }),
  '/v25.0/2211/subscribed_apps': () => Response.json({ data: [{}] }),
})

const services = new Hono()
  .route('/razorpay', createRazorpay({ ...keys, deliver: () => {} }).routes)
  .route('/ai/v1', completionsRoutes(never))
  .all('*', (c) => answers[c.req.path]?.() ?? c.notFound())

const ask = async (url: string, init?: RequestInit) => {
  const { pathname, search } = new URL(url)
  return services.request(`${pathname}${search}`, init)
}

const storage = await makeStorage()
let environment: NodeJS.ProcessEnv
let inbox: Inbox
let mailServer: MailServer
let mailPort: number

beforeAll(async () => {
  const port = await freePort()
  inbox = createInbox()
  mailServer = await startMailServer(inbox, port)
  environment = {
    ...storage.environment,
    NODE_ENV: 'production',
    SECRETS_KEY: randomBytes(32).toString('base64'),
    IDENTITY_PROJECT: 'errand-live',
    FIREBASE_API_KEY: 'web-key',
    PUBLIC_URL: 'https://errand.example',
    PAYMENT_KEY_ID: keys.keyId,
    PAYMENT_KEY_SECRET: keys.keySecret,
    PAYMENT_WEBHOOK_SECRET: keys.webhookSecret,
    PAYMENT_API_URL: 'https://pay.example/razorpay',
    AI_BASE_URL: 'https://ai.example/ai/v1',
    AI_MODEL: 'errand-sim',
    AI_API_KEY: 'key-of-the-service',
    WHATSAPP_ACCESS_TOKEN: 'EAAG-secret',
    WHATSAPP_PHONE_NUMBER_ID: '1055',
    WHATSAPP_BUSINESS_ACCOUNT_ID: '2211',
  }
  mailPort = port
})

afterAll(async () => {
  await mailServer.stop()
  await storage.remove()
})

async function find(service: Service, change: NodeJS.ProcessEnv = {}, planted = {}) {
  answers = { ...usual(), ...planted }
  const findings = await examine({ ...environment, ...change }, ask)
  const secrets = [environment['SECRETS_KEY'], 'right', 'key-of-the-service', 'EAAG-secret']
  for (const secret of secrets) expect(JSON.stringify(findings)).not.toContain(secret)
  const { status, sentence } = findings.find((finding) => finding.service === service) ?? {}
  return `${status}: ${sentence}`
}

const refused =
  (status: number, body: object = {}) =>
  () =>
    Response.json(body, { status })

test('where everything is well nothing fails', async () => {
  answers = usual()
  const findings = await examine(environment, ask)

  const statuses = Object.fromEntries(findings.map(({ service, status }) => [service, status]))
  expect(statuses).toEqual({
    settings: 'ok',
    secrets: 'ok',
    database: 'ok',
    identity: 'ok',
    'public-url': 'ok',
    whatsapp: 'ok',
    ai: 'ok',
    payments: 'warning',
    mail: 'missing',
  })
  for (const { sentence } of findings) expect(sentence).toMatch(/^\S.+\.$/)
})

test.each<[Service, NodeJS.ProcessEnv, string]>([
  ['settings', { SECRETS_KEY: 'short' }, 'SECRETS_KEY is not valid: 32 bytes in base64'],
  ['settings', { PUBLIC_URL: '' }, 'PUBLIC_URL must be set in production'],
  ['secrets', { SECRETS_KEY: Buffer.alloc(32, 1).toString('base64') }, 'is not random'],
  ['ai', { AI_MODEL: 'gone' }, 'knows no model gone'],
  ['ai', { AI_MODEL: 'errand-sim-keyless' }, 'refuses AI_API_KEY'],
  ['ai', { AI_MODEL: 'errand-sim-broken' }, 'does not keep to a JSON schema'],
  ['ai', { AI_MODEL: 'errand-sim-busy' }, 'busy or the credit is used up'],
  ['ai', { AI_MODEL: 'errand-sim-down' }, 'fails with 500'],
  ['payments', { PAYMENT_KEY_SECRET: 'wrong' }, 'Razorpay refuses the keys'],
  ['payments', { PAYMENT_KEY_SECRET: '' }, 'without PAYMENT_KEY_SECRET'],
])('%s with %j fails', async (service, change, sentence) => {
  expect(await find(service, change)).toMatch(new RegExp(`^failed: .*${sentence}`))
})

test.each<[Service, string, Record<string, () => Response>]>([
  [
    'identity',
    'public keys of Firebase cannot be fetched',
    { '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com': refused(403) },
  ],
  [
    'identity',
    'does not take FIREBASE_API_KEY',
    { '/identitytoolkit/v3/relyingparty/getProjectConfig': refused(400) },
  ],
  [
    'identity',
    'errand.example is not among the authorized domains',
    { '/identitytoolkit/v3/relyingparty/getProjectConfig': refused(200) },
  ],
  ['public-url', 'is not this product', { '/api/readyz': refused(404) }],
  [
    'public-url',
    'not ready: {"queue":"failed"}',
    { '/api/readyz': refused(503, { meta: { parts: { queue: 'failed' } } }) },
  ],
  [
    'whatsapp',
    'it has expired or was taken back',
    { '/v25.0/1055': refused(401, { error: { code: 190 } }) },
  ],
  [
    'whatsapp',
    'does not know WHATSAPP_PHONE_NUMBER_ID 1055',
    { '/v25.0/1055': refused(400, { error: { code: 100 } }) },
  ],
  [
    'whatsapp',
    'may not read WHATSAPP_BUSINESS_ACCOUNT_ID 2211',
    { '/v25.0/2211/subscribed_apps': refused(403, { error: { code: 200 } }) },
  ],
  [
    'whatsapp',
    'No app is subscribed',
    { '/v25.0/2211/subscribed_apps': refused(200, { data: [] }) },
  ],
])('%s says that it %s', async (service, sentence, planted) => {
  const found = await find(service, {}, planted)

  expect(found).toMatch(/^failed: /)
  expect(found).toContain(sentence)
})

test.each<[Service, string, NodeJS.ProcessEnv, Record<string, () => Response>]>([
  ['secrets', 'this machine makes a key', { NODE_ENV: '', SECRETS_KEY: '' }, {}],
  ['payments', 'PAYMENT_WEBHOOK_SECRET is not set', { PAYMENT_WEBHOOK_SECRET: '' }, {}],
  ['payments', 'no money moves', {}, {}],
  ['identity', 'FIREBASE_API_KEY', { FIREBASE_API_KEY: '' }, {}],
  ['public-url', 'no provider reaches', { NODE_ENV: '', PUBLIC_URL: 'http://localhost:3000' }, {}],
  [
    'whatsapp',
    'go to other.example',
    {},
    {
      '/v25.0/2211/subscribed_apps': refused(200, {
        data: [{ override_callback_uri: 'https://other.example/hook' }],
      }),
    },
  ],
])('%s warns: %s', async (service, sentence, change, planted) => {
  const found = await find(service, change, planted)

  expect(found).toMatch(/^warning: /)
  expect(found).toContain(sentence)
})

test('a service that is away is told from one that refuses', async () => {
  answers = usual()
  const findings = await examine(environment, async () => {
    throw new TypeError('fetch failed')
  })

  const away = findings.filter(({ status }) => status === 'failed')
  expect(away.map(({ service }) => service)).toEqual([
    'identity',
    'public-url',
    'whatsapp',
    'ai',
    'payments',
  ])
})

test('a mail server is tested in its five stages, by a letter', async () => {
  const local = {
    NODE_ENV: '',
    SIMULATORS: '1',
    IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
    MAIL_PORT: String(mailPort),
    SMTP_HOST: 'localhost',
    SMTP_PORT: String(mailPort),
    SMTP_SECURITY: 'none',
    SMTP_FROM: 'desk@shop.example',
  }

  expect(await find('mail', local)).toBe('ok: localhost took a letter to desk@shop.example.')
  expect(inbox.list()).toHaveLength(1)
  expect(
    await find('mail', { ...local, SMTP_USERNAME: 'refused', SMTP_PASSWORD: 'wrong' }),
  ).toMatch(/^failed: localhost fails at auth: 535 .+ Use an app password\.$/)
  expect(await find('mail', { ...local, SMTP_SECURITY: 'starttls' })).toContain('fails at tls')
  expect(await find('mail', { ...local, SMTP_FROM: 'nobody' })).toContain('fromEmail is not valid')
  expect(await find('mail', { SMTP_HOST: 'localhost', SMTP_FROM: 'desk@shop.example' })).toContain(
    'fails at dns: This is not a mail server of the public internet.',
  )
})
