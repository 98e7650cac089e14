import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeStorage, type Storage } from '../../../test/storage.ts'
import { createPerson } from '../../../test/test-api.ts'
import { kill, startServer, type TestServer } from '../../../test/test-server.ts'
import { project } from '../../../test/tokens.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

const spans: Span[] = []
const paths: (string | undefined)[] = []
const resources: string[] = []
let receiver: Server
let storage: Storage
let server: TestServer

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on it, which is the check
    const body = (await json(request)) as any
    paths.push(request.url)
    for (const { resource, scopeSpans } of body.resourceSpans) {
      resources.push(JSON.stringify(resource))
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  storage = await makeStorage()
  server = await startServer({
    ...storage.environment,
    IDENTITY_PROJECT: project,
    IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
  })
})

afterAll(async () => {
  await kill(server)
  receiver.close()
  await storage.remove()
})

const attribute = (span: Span, name: string) =>
  span.attributes.find(({ key }) => key === name)?.value

test("a request goes on with its caller's trace, down to its questions to the database", async () => {
  const owner = createPerson(1, (path, init) => fetch(`${server.url}${path}`, init))
  await owner.signUp()
  const [callerTrace, callerSpan] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

  const called = await owner.call('GET', '/api/jobs?q=Ravi', {
    headers: { traceparent: `00-${callerTrace}-${callerSpan}-01` },
  })
  const missing = await owner.call('GET', '/api/jobs/job_that_is_not_there')
  server.process.kill('SIGTERM')
  // It sends what it still holds before it ends.
  expect(await server.exited).toEqual([0, null])

  expect(called.headers.get('x-trace-id')).toBe(callerTrace)
  const [request, ...questions] = spans
    .filter(({ traceId }) => traceId === callerTrace)
    .toSorted((a, b) => Number(b.name.includes('/')) - Number(a.name.includes('/')))
  expect(request).toMatchObject({ name: 'GET /api/jobs', parentSpanId: callerSpan })
  expect(attribute(request as Span, 'http.response.status_code')?.intValue).toBe(200)
  expect(questions.length).toBeGreaterThan(0)
  for (const question of questions) {
    expect(question).toMatchObject({ name: 'SELECT', parentSpanId: request?.spanId })
    expect(attribute(question, 'db.query.text')?.stringValue).toContain('$1')
  }
  // The problem that a person reports leads to its trace.
  const failed = spans.find(({ name }) => name === 'GET /api/jobs/:id')
  expect(missing.body.traceId).toBe(failed?.traceId)
  // Transactions too.
  expect(spans.some(({ name }) => name === 'INSERT')).toBe(true)
  expect(new Set(paths)).toEqual(new Set(['/v1/traces']))
  expect(resources[0]).toContain('errand-api')
  for (const personal of ['Ravi', owner.phoneNumber, owner.uid, 'job_that']) {
    expect(JSON.stringify(spans)).not.toContain(personal)
  }
})
