import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { problemSchema } from '@errand/contract/problem'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { hostBuild } from '../testing/releases-fixture.ts'
import { readSettings } from './settings.ts'

/** Answers every request with its own contents. */
const api = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => (body += part))
  request.on('end', () => {
    const { method, url, headers } = request
    const { authorization: token, 'x-forwarded-for': forwardedFor } = headers
    response.writeHead(202, { 'content-type': 'application/json', 'x-from': 'api' })
    response.end(JSON.stringify({ method, url, token, forwardedFor, body }))
  })
})
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
afterAll(() => void api.close())

const { port } = api.address() as AddressInfo
const { edge, start } = setUpTestEdge([hostBuild()], { API_URL: `http://127.0.0.1:${port}` })

test('calls are forwarded to the api unchanged', async () => {
  const response = await edge.request('/api/jobs?limit=2', {
    method: 'POST',
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    body: '{"name":"Ünï"}',
  })

  expect(response.status).toBe(202)
  expect(response.headers.get('x-from')).toBe('api')
  expect(await response.json()).toEqual({
    method: 'POST',
    url: '/api/jobs?limit=2',
    token: 'Bearer t',
    body: '{"name":"Ünï"}',
  })
})

test.each([
  ['upgrade', 'h2c'],
  ['upgrade', 'websocket'],
  ['expect', '100-continue'],
])('a call that also asks for %s: %s reaches the api', async (name, value) => {
  const response = await edge.request('/api/files', { headers: { [name]: value } })

  expect(response.status).toBe(202)
})

test.each([
  [undefined, '203.0.113.1'],
  // A header claimed by the visitor comes before the address that the edge knows.
  ['198.51.100.1', '198.51.100.1, 203.0.113.1'],
])('the api gets the visitor’s address, with X-Forwarded-For %s', async (said, forwardedFor) => {
  const headers = said === undefined ? {} : { 'x-forwarded-for': said }
  const incoming = { socket: { remoteAddress: '203.0.113.1' } }
  const response = await edge.request('/api/jobs', { headers }, { incoming })

  expect(await response.json()).toMatchObject({ forwardedFor })
})

test.each([
  '/api/metrics?x=1',
  '/api/metrics/',
  '/api/%6Detrics',
  '/api//metrics',
  '/api/jobs/%2e%2e/metrics',
])('the api’s metrics are not forwarded: %s', async (path) => {
  // As a client sends it: a URL object would have normalized the path.
  const value = `http://localhost${path}`
  const response = await edge.fetch(
    Object.defineProperty(new Request('http://localhost/'), 'url', { value }),
  )

  expect(response.status).toBe(404)
  expect(response.headers.get('x-from')).toBeNull()
})

test('a body over 1 MiB is refused by the edge, over 3 MiB for webhooks, 32 for files and 16 for imports', async () => {
  const send = (path: string, bytes: number) =>
    edge.request(path, { method: 'POST', body: 'x'.repeat(bytes) })

  expect((await send('/api/webhooks/whatsapp', 3_000_000)).headers.get('x-from')).toBe('api')
  expect((await send('/api/files', 30_000_000)).headers.get('x-from')).toBe('api')
  expect((await send('/api/auth/import', 15_000_000)).headers.get('x-from')).toBe('api')
  for (const [path, mebibytes] of [
    ['/api/jobs', 1],
    ['/api/webhooks/whatsapp', 3],
    ['/api/files', 32],
    ['/api/auth/import', 16],
  ] as const) {
    const refused = await send(path, mebibytes * 1024 * 1024 + 1)
    expect(refused.status).toBe(413)
    const { code, detail } = problemSchema.parse(await refused.json())
    expect([code, detail]).toEqual(['body_too_large', `At most ${mebibytes} MiB.`])
  }
})

test('without an api a call is answered with a problem, and pages are still served', async () => {
  const alone = start({ API_URL: 'http://127.0.0.1:1' })

  const response = await alone.request('/api/jobs')
  expect(response.status).toBe(503)
  expect(problemSchema.parse(await response.json()).code).toBe('service_unavailable')
  expect((await alone.request('/', { headers: { accept: 'text/html' } })).status).toBe(200)
})

test('the secret address of a calendar is not logged', async () => {
  const written = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => written.mockRestore())
  const alone = start({ API_URL: 'http://127.0.0.1:1' })

  expect((await alone.request('/api/calendar/secret.ics')).status).toBe(503)

  const log = JSON.stringify(written.mock.calls)
  expect(log).toContain('/api/calendar/…')
  expect(log).not.toContain('secret')
})

test('the identity emulator is refused in production', () => {
  const emulator = { IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9099' }
  expect(() => readSettings({ ...emulator, NODE_ENV: 'production' })).toThrow('in production')
  expect(() => readSettings({})).toThrow('FIREBASE_API_KEY')
  expect(() => readSettings({ ...emulator, PORT: 'x' })).toThrow('PORT is not valid')
})
