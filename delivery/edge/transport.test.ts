import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, expect, test } from 'vitest'

import { setUpTestEdge } from '../testing/edge-fixture.ts'
import { setUpTestRegistry } from '../testing/registry-fixture.ts'
import { hostBuild } from '../testing/releases-fixture.ts'
import { bootScript } from './render-page.ts'

const api = createServer((_, response) => response.end('{}'))
await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
afterAll(() => void api.close())

const { port } = api.address() as AddressInfo
const { edge } = setUpTestEdge([hostBuild()], { API_URL: `http://127.0.0.1:${port}` })
const registry = setUpTestRegistry()
const page = { accept: 'text/html' }

/** Every kind of answer that an edge gives. */
const answersOfEdge: [kind: string, status: number, path: string, init?: RequestInit][] = [
  ['a document', 200, '/login', { headers: page }],
  ['a document that needs no script', 200, '/', { headers: page }],
  ['a page that there is not', 404, '/nowhere', { headers: page }],
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
const answersOfRegistry: typeof answersOfEdge = [
  ['without a token', 401, '/registry/apps'],
  ['nothing', 404, '/registryx'],
  ['the console', 404, '/console/static/missing.js'],
]

/** The two headers of an answer. */
async function protectionOf(answer: Response): Promise<(string | null)[]> {
  await answer.body?.cancel()
  const names = ['x-content-type-options', 'strict-transport-security']
  return names.map((name) => answer.headers.get(name))
}
const year = 'max-age=31536000'

test.each([
  ...answersOfEdge.map((answer) => ['edge', ...answer] as const),
  ...answersOfRegistry.map((answer) => ['registry', ...answer] as const),
])(
  'the %s forbids to guess the type of %s, and says that it is to be asked by TLS',
  async (...given) => {
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
  },
)
