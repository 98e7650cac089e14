import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { freePort, startRedirectingServer } from '@errand/database/testing'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { createInbox } from '../../../dev/simulators/mail/inbox.ts'
import { startMailServer } from '../../../dev/simulators/mail/mail-server.ts'
import { createRazorpay } from '../../../dev/simulators/razorpay/create-razorpay.ts'
import { fails, says, startAiServer, type AiServer } from '../../../test/ai-server.ts'
import { makeStorage } from '../../../test/storage.ts'
import { checkServices } from './examine.ts'

const keys = { keyId: 'rzp_test_1', keySecret: 'right', webhookSecret: 'w' }
const answers: Record<string, object> = {
  '/api/readyz': { status: 'ok' },
  '/registry/document': { channels: [{ app: 'host', lineage: ['1.0.0'] }] },
  '/empty-registry/document': { channels: [{ app: 'host', lineage: [] }] },
  '/v1/traces': {},
  '/checkout.js': {},
  '/graph/1055': { display_phone_number: '+1 555 0100' },
  '/graph/2211/subscribed_apps': { data: [{}] },
  '/graph/2212/subscribed_apps': { data: [] },
}
const services = new Hono()
  .route('/razorpay', createRazorpay({ ...keys, deliver: () => {} }).routes)
  .all('*', (c) => {
    const known = answers[c.req.path]
    return known === undefined ? c.json({ error: { code: 100, message: 'x' } }, 400) : c.json(known)
  })

const storage = await makeStorage()
const server = createServer(getRequestListener(services.fetch))
let ai: AiServer
let mail: { stop: () => Promise<void> }
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ai = await startAiServer()
  const mailPort = String(await freePort())
  mail = await startMailServer(createInbox(), Number(mailPort))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  environment = {
    ...storage.environment,
    IDENTITY_EMULATOR_URL: `${origin}/api/readyz`,
    PUBLIC_URL: origin,
    API_URL: origin,
    REGISTRY_DATABASE_URL: storage.environment['DATABASE_URL'],
    REGISTRY_URL: `${origin}/registry`,
    RELEASES_URL: origin,
    OTEL_EXPORTER_OTLP_ENDPOINT: origin,
    PAYMENT_CHECKOUT_URL: `${origin}/checkout.js`,
    PAYMENT_KEY_ID: keys.keyId,
    PAYMENT_KEY_SECRET: keys.keySecret,
    PAYMENT_API_URL: `${origin}/razorpay`,
    AI_BASE_URL: ai.baseUrl,
    AI_MODEL: 'small-1',
    WHATSAPP_GRAPH_URL: `${origin}/graph`,
    WHATSAPP_ACCESS_TOKEN: 'EAAG-secret',
    WHATSAPP_PHONE_NUMBER_ID: '1055',
    WHATSAPP_BUSINESS_ACCOUNT_ID: '2211',
    SIMULATORS: '1',
    MAIL_PORT: mailPort,
    MAIL_URL: `smtp://localhost:${mailPort}`,
    MAIL_FROM: 'alerts@errand.example',
    SMTP_HOST: 'localhost',
    SMTP_PORT: mailPort,
    SMTP_SECURITY: 'none',
    SMTP_FROM: 'desk@shop.example',
  }
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  ai.stop()
  await Promise.all([mail.stop(), storage.remove()])
})

async function find(service: string, change: NodeJS.ProcessEnv) {
  ai.behaviours.splice(0, Infinity, says('{"instructions":"Be kind."}'))
  const findings = await checkServices({ ...environment, ...change })
  expect(JSON.stringify(findings)).not.toMatch(/EAAG|right/)
  const { status, sentence } = findings.find((finding) => finding.service === service) ?? {}
  return `${status}: ${sentence}`
}

test('where everything is well nothing fails', async () => {
  ai.behaviours.splice(0, Infinity, says('{"instructions":"Be kind."}'))

  const findings = await checkServices(environment)

  expect(findings.filter(({ status }) => status !== 'ok')).toEqual([])
  expect(findings).toHaveLength(15)
})

test.each([
  ['settings', { SECRETS_KEY: 'short' }, 'failed: SECRETS_KEY is not valid'],
  ['database', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/c' }, 'failed: '],
  ['files', { FILES_DIR: import.meta.filename }, 'failed: ENOTDIR'],
  [
    'files',
    {
      FILES_DIR: '',
      FILES_S3_URL: 'http://127.0.0.1:2/errand',
      FILES_S3_KEY: 'EAAG-key',
      FILES_S3_SECRET: 'EAAG-secret',
    },
    'failed: S3 network error: ECONNREFUSED',
  ],
  ['identity', { IDENTITY_EMULATOR_URL: 'http://127.0.0.1:1' }, 'failed: Nothing answers'],
  [
    'identity',
    { IDENTITY_EMULATOR_URL: '', SIMULATORS: '', IDENTITY_PROJECT: 'errand-live' },
    'failed: FIREBASE_API_KEY is not set',
  ],
  ['whatsapp', { WHATSAPP_PHONE_NUMBER_ID: '1056' }, 'failed: number: '],
  ['whatsapp', { WHATSAPP_BUSINESS_ACCOUNT_ID: '2212' }, 'failed: No app is subscribed'],
  ['ai', { AI_BASE_URL: '' }, 'missing: '],
  ['api', { API_URL: 'http://127.0.0.1:1' }, 'failed: Nothing answers at http://127.0.0.1:1'],
  ['registry-db', { REGISTRY_DATABASE_URL: 'postgres://a@127.0.0.1:1/c' }, 'failed: PostgreSQL '],
  ['registry', { REGISTRY_URL: 'http://127.0.0.1:1' }, 'failed: Nothing answers'],
  ['releases', { RELEASES_URL: 'http://127.0.0.1:1' }, 'failed: Nothing answers'],
  ['traces', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, 'failed: Nothing answers'],
  ['payments', { PAYMENT_KEY_SECRET: 'wrong' }, 'failed: The payment provider answered 401'],
  ['sender', { MAIL_URL: 'smtp://asha:right@localhost:1' }, 'failed: connect: Nothing answers'],
  ['mail', { SMTP_SECURITY: 'starttls' }, 'failed: connect: '],
])('%s with %j is told as %s', async (service, change, expected) => {
  expect(await find(service, change)).toContain(expected)
})

test.each([
  ['api', 'API_URL'],
  ['registry', 'REGISTRY_URL'],
  ['releases', 'RELEASES_URL'],
  ['public-url', 'PUBLIC_URL'],
])('an address of %s that redirects is named, and not followed', async (service, setting) => {
  const { origin, followed, stop } = await startRedirectingServer()
  onTestFinished(stop)

  expect(await find(service, { [setting]: origin })).toContain(`failed: ${origin} redirects to`)
  expect(followed()).toBe(0)
})

test('a model that the service refuses is told of', async () => {
  ai.behaviours.splice(0, Infinity, fails(401))

  const findings = await checkServices(environment)

  const finding = findings.find(({ service }) => service === 'ai')
  expect(finding).toMatchObject({ status: 'failed', sentence: 'The provider answered 401.' })
})

test('Firebase has to know where people sign in', async () => {
  const real = fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) =>
    (url instanceof Request ? url.url : url.toString()).startsWith('https://www.googleapis.com/')
      ? Response.json({ authorizedDomains: ['errand.example'] })
      : real(url, init),
  )
  const live = { IDENTITY_EMULATOR_URL: '', SIMULATORS: '', FIREBASE_API_KEY: 'web-key' }

  const known = await find('identity', { ...live, PUBLIC_URL: 'https://errand.example' })
  const other = await find('identity', { ...live, PUBLIC_URL: 'https://other.example' })
  vi.restoreAllMocks()

  expect(known).toBe('ok: People may sign in at errand.example.')
  expect(other).toContain('failed: other.example is not among the authorized domains')
})

test('an empty registry is named, with the command that fills it', async () => {
  const url = `${environment['PUBLIC_URL']}/empty-registry`
  expect(await find('registry', { REGISTRY_URL: url })).toContain('run "errand setup"')
})

test('where no setting is given nothing fails, whether or not the product runs on its port', async () => {
  const { port } = server.address() as AddressInfo
  for (const [PORT, status] of [
    [port, 'ok'],
    [await freePort(), 'missing'],
  ] as const) {
    const findings = await checkServices({ DATA_DIR: '/nowhere', PORT: String(PORT) })
    expect(findings.filter((finding) => finding.status === 'failed')).toEqual([])
    expect(findings).toContainEqual(expect.objectContaining({ service: 'public-url', status }))
  }
})
