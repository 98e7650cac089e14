import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:http2'
import { request as getByTls } from 'node:https'
import { connect as connectSocket, type AddressInfo } from 'node:net'

import { afterAll, expect, onTestFinished, test, vi } from 'vitest'

import { bootScript } from '../edge/render-page.ts'
import { makeCertificate } from '../testing/certificate.ts'
import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { setUpTestRegistry } from '../testing/registry-fixture.ts'
import { hostBuild } from '../testing/releases-fixture.ts'
import { createHttpServer } from './transport.ts'

const api = createServer(({ url }, response) => url !== '/api/slow' && response.end('{}'))
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
afterAll(() => void api.close())

const { port } = api.address() as AddressInfo
const { edge } = setUpTestEdge([hostBuild()], { API_URL: `http://127.0.0.1:${port}` })
const registry = setUpTestRegistry()
const page = { accept: 'text/html' }

type Answers = [
  kind: string,
  status: number,
  path: string,
  init?: { method?: string; body?: string; headers?: Record<string, string> },
][]
/** Every kind of answer that an edge gives. */
const answersOfEdge: Answers = [
  ['a document', 200, '/login', { headers: page }],
  ['a document that needs no script', 200, '/', { headers: page }],
  ['an unknown page', 404, '/nowhere', { headers: page }],
  ['a missing image', 404, '/missing.png'],
  ['the boot script', 200, bootScript.url],
  ['the push worker', 200, '/push-worker.js'],
  ['an image of a notification', 200, '/push-icon.png'],
  ['a file of a release', 200, '/r/host/1.0.0/static/js/index.js'],
  ['a missing file of a release', 404, '/r/host/1.0.0/missing.js'],
  ['an answer of the api', 200, '/api/jobs'],
  ['a body that is too large', 413, '/api/jobs', { method: 'POST', body: 'x'.repeat(2 ** 21) }],
  ['the metrics of the api', 404, '/api/metrics'],
  ['health', 200, '/healthz'],
  ['the release set', 200, '/release-set'],
  ['the stream of changes', 200, '/release-set/events'],
  ['a beacon', 204, '/signal', { method: 'POST', body: '{}' }],
  ['a form that nobody reads', 404, '/jobs', { method: 'POST' }],
]
/** Every kind of answer that a registry gives. */
const answersOfRegistry: Answers = [
  ['without a token', 401, '/registry/apps'],
  ['nothing', 404, '/registryx'],
  ['the console', 404, '/console/static/missing.js'],
]

/** The two headers of an answer, none of which may be shown in a frame. */
async function protectionOf(answer: Response): Promise<(string | null)[]> {
  await answer.body?.cancel()
  const names = ['x-content-type-options', 'strict-transport-security']
  const policy = answer.headers.get('content-security-policy')
  for (const rule of ["base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(rule)
  expect(policy).toMatch(/(object|default)-src 'none'/)
  return names.map((name) => answer.headers.get(name))
}
const year = 'max-age=31536000'

type Asked = [server: string, ...Answers[number]]
test.each([
  ...answersOfEdge.map((answer): Asked => ['edge', ...answer]),
  ...answersOfRegistry.map((answer): Asked => ['registry', ...answer]),
])('the %s sends nosniff, frame and HSTS headers with %s', async (...given) => {
  const [server, , status, path, init] = given
  const ask = (origin: string, headers = {}) => {
    const all = { ...init, headers: { ...init?.headers, ...headers } }
    const url = `${origin}${path}`
    return server === 'edge' ? edge.request(url, all) : registry.registry.routes.request(url, all)
  }
  const secure = await ask('https://errand.test')
  expect(secure.status).toBe(status)
  expect(await protectionOf(secure)).toEqual(['nosniff', year])
  const behindProxy = await ask('http://errand.test', { 'x-forwarded-proto': 'https' })
  expect(await protectionOf(behindProxy)).toEqual(['nosniff', year])
  for (const origin of ['http://errand.test', 'https://localhost:3000', 'https://a.localhost'])
    expect(await protectionOf(await ask(origin))).toEqual(['nosniff', null])
})

/** Serves on a port of its own until the test has ended. */
async function listen(...given: Parameters<typeof createHttpServer>): Promise<number> {
  const server = createHttpServer(...given)
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test.each([
  ['edge', 'TRACE', '/api/jobs'],
  ['edge', 'TRACE', '/registry/apps'],
  ['edge', 'PROPFIND', '/api/jobs'],
  ['edge', 'QUERY', '/login'],
  ['registry', 'TRACE', '/registry/apps'],
  ['registry', 'PROPFIND', '/console'],
])('the %s refuses %s of %s with a problem, and logs nothing', async (server, method, path) => {
  const written = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => written.mockRestore())
  const on = await listen((server === 'edge' ? edge : registry.registry.routes).fetch)
  const sent = request({ port: on, method, path, agent: false }).end()
  const [answer] = await once(sent, 'response')

  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
  const body = JSON.parse((await answer.toArray()).join(''))
  expect(body).toMatchObject({ status: 405, code: 'method_not_allowed' })
  expect(written).not.toHaveBeenCalled()
})

test('over HTTP/2 unknown methods are refused, and an endless body times out', async () => {
  const tls = makeCertificate()
  const on = await listen(edge.fetch, { tls, limits: { windowMs: 100 } })
  const client = connect(`https://localhost:${on}`, { ca: tls.cert })
  onTestFinished(() => client.destroy())
  const send = (method: string, path = '/api/jobs') =>
    client.request({ ':method': method, ':path': path }, { endStream: false })

  for (const method of ['patch', 'TRACK', 'X'.repeat(10_000)]) {
    const [headers] = await once(send(method), 'response')
    expect(headers[':status'], method.slice(0, 9)).toBe(405)
  }

  const written = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => written.mockRestore())
  for (const path of ['/signal', '/api/jobs']) {
    const slow = send('POST', path)
    slow.write('{')
    const [headers] = await once(slow, 'response')
    expect(headers[':status']).toBe(408)
    await once(slow.resume(), 'close')
  }
  // One that needs no body is answered, and ends all the same.
  const dripping = send('GET', '/healthz')
  dripping.write('{')
  await once(dripping.resume(), 'close')
  expect(client.destroyed).toBe(false)
  expect(written).not.toHaveBeenCalled()
})

test.each(['http', 'https'] as const)(
  'over %s the keep-alive timeout is longer than that of proxies',
  async (scheme) => {
    const tls = makeCertificate()
    const on = await listen(edge.fetch, scheme === 'https' ? { tls } : {})
    const get = scheme === 'https' ? getByTls : request
    const sent = get({
      port: on,
      path: '/healthz',
      agent: false,
      ca: tls.cert,
      headers: { connection: 'keep-alive' },
    }).end()
    const [answer] = await once(sent, 'response')
    answer.resume()

    expect(answer.headers['keep-alive']).toBe('timeout=75')
  },
)

test('a client that leaves, or sends half a body, is not logged as a failure of the api', async () => {
  const written = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => written.mockRestore())
  const on = await listen(edge.fetch)
  const sent = request({ port: on, path: '/api/slow', agent: false })
  sent.on('error', () => {}).end()
  const [arrived] = await once(api, 'request')
  sent.destroy()
  await once(arrived.socket, 'close')

  const broken = connectSocket(on, '127.0.0.1')
  const start = 'POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked'
  broken.resume().end(`${start}\r\n\r\n2\r\n{}\r\nx`)
  await once(broken, 'close')
  expect((await fetch(`http://127.0.0.1:${on}/api/jobs`)).status).toBe(200)

  expect(written).not.toHaveBeenCalled()
})
