import { createHmac } from 'node:crypto'

import { expect, test } from 'vitest'

import { simulatedApp } from '../../../dev/simulators/graph/simulated-ids.ts'
import { type Answer, readAnswer, useTestApi } from '../../../test/test-api.ts'
import { readSettings } from '../../app/settings.ts'

const { limits } = readSettings({
  RATE_LIMIT_USER: '4',
  RATE_LIMIT_ADDRESS: '6',
  TRUSTED_PROXIES: '127.0.0.1, 10.9.0.0/16, ::1',
})
const api = useTestApi({
  limits,
  environment: async () => ({
    META_APP_ID: simulatedApp.id,
    META_APP_SECRET: simulatedApp.secret,
    META_CONFIG_ID: simulatedApp.configId,
  }),
})

/** A request as it comes over a connection. */
async function ask(
  remoteAddress: string | undefined,
  forwarded?: string,
  path = '/api/openapi.json',
) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const incoming = { socket: { remoteAddress } }
  return readAnswer(await api.requestWith(path, { headers }, { incoming }))
}

async function useUp(...from: Parameters<typeof ask>): Promise<void> {
  for (let count = 0; count < 6; count += 1) expect((await ask(...from)).status).toBe(200)
}

test('a person who asks too much is told when to come again, others are not held up', async () => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()]
  for (let count = 0; count < 3; count += 1)
    expect((await owner.call('GET', '/api/auth/profile')).status).toBe(200)

  const refused = await owner.call('GET', '/api/jobs')

  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', status: 429 } })
  expect(refused.headers.get('content-type')).toBe('application/problem+json')
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBe(refused.body.retryAfter)
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
  expect((await other.call('GET', '/api/jobs')).status).toBe(200)
})

test('a device that was signed out cannot use up what its owner may ask', async () => {
  const owner = await api.newOwner()
  const phone = { id: 'a'.repeat(22), signedInAgo: 100 }
  await api.onDevice(owner, phone).call('GET', '/api/auth/profile')
  // Its sign-in before that one has ended.
  const ended = api.onDevice(owner, { ...phone, signedInAgo: 200 })

  for (let count = 0; count < 6; count += 1)
    expect((await ended.call('GET', '/api/auth/profile')).body.code).toBe('signed_out')

  expect((await owner.call('GET', '/api/auth/profile')).status).toBe(200)
})

test('an address that asks too much is refused, signed in or not', async () => {
  await useUp('203.0.113.1')

  const refused = await ask('203.0.113.1')
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect((await ask('203.0.113.1', undefined, '/api/jobs')).status).toBe(429)
  expect((await ask('::ffff:203.0.113.1')).status).toBe(429)
  expect((await ask('203.0.113.2')).status).toBe(200)
})

test('no header gives a request another address', async () => {
  await useUp('203.0.113.3', '198.51.100.1')

  expect((await ask('203.0.113.3', '198.51.100.2')).status).toBe(429)
  expect((await ask('127.0.0.1', '198.51.100.3, 203.0.113.3')).status).toBe(429)
  expect((await ask('198.51.100.1')).status).toBe(200)
})

test('behind our proxies each visitor counts alone', async () => {
  await useUp('127.0.0.1', '203.0.113.4, 10.9.3.1')

  expect((await ask('10.9.0.7', '203.0.113.4')).status).toBe(429)
  expect((await ask('::ffff:127.0.0.1', '203.0.113.5, 10.9.3.1')).status).toBe(200)
  expect((await ask('127.0.0.1', 'unknown')).status).toBe(200)
})

test('a network of IPv6 is one address', async () => {
  await useUp('2001:db8:1:2::1')

  expect((await ask('2001:db8:1:2:ffff::2%eth0')).status).toBe(429)
  expect((await ask('2001:db8:1:3::1')).status).toBe(200)
})

test('health is answered however often somebody asks', async () => {
  await useUp('203.0.113.6')

  for (const path of ['/api/healthz', '/api/readyz'])
    expect((await ask('203.0.113.6', undefined, path)).status).toBe(200)
})

async function tell(remoteAddress: string, body: string, signature = 'sha256=0'): Promise<Answer> {
  const init = { method: 'POST', body, headers: { 'x-hub-signature-256': signature } }
  const incoming = { socket: { remoteAddress } }
  return readAnswer(await api.requestWith('/api/webhooks/whatsapp', init, { incoming }))
}

test('an address whose webhooks are refused is refused before they are read', async () => {
  for (let count = 0; count < 6; count += 1)
    expect((await tell('203.0.113.7', '{}')).status).toBe(403)

  const large = 'x'.repeat(3 * 1024 * 1024 + 1)
  expect(await tell('203.0.113.7', large)).toMatchObject({ status: 429 })
  expect(await tell('203.0.113.8', large)).toMatchObject({ status: 413 })
})

test('so is one whose webhooks name numbers that nobody has, as nobody can have signed them', async () => {
  const signature = `sha256=${'0'.repeat(64)}`
  const unknown = (count: number) =>
    tell('203.0.113.9', `{"phone_number_id":"9${count}"}`, signature)
  for (let count = 0; count < 6; count += 1) expect((await unknown(count)).status).toBe(200)

  expect(await unknown(6)).toMatchObject({ status: 429 })
})

test('the provider may tell of numbers that have left: their webhooks are signed by our own app', async () => {
  const left = (count: number) => {
    const body = `{"phone_number_id":"8${count}"}`
    const signature = createHmac('sha256', simulatedApp.secret).update(body).digest('hex')
    return tell('203.0.113.10', body, `sha256=${signature}`)
  }
  for (let count = 0; count < 8; count += 1) expect((await left(count)).status).toBe(200)
})
