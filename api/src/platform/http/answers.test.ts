import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

import { getRequestListener } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'

import { expectProblem } from '../../../test/expect-problem.ts'
import { readAnswer, useTestApi } from '../../../test/test-api.ts'
import { createApp } from '../../app/create-app.ts'
import { rulesProvider } from '../../modules/ai/rules/rules-provider.ts'
import { createLog } from '../log/create-log.ts'
import { CallSlots } from './call-slots.ts'

const api = useTestApi()

const id = 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV'

test.each([
  ['GET', '/api/nothing'],
  ['GET', '/api/docs/package.json'],
])('%s %s is nowhere', async (method, path) => {
  const owner = await api.newOwner()

  expectProblem(await owner.call(method, path), 404)
})

test.each([
  ['PATCH', `/api/jobs/${id}`, 'GET, PUT, DELETE'],
  ['POST', '/api/auth/account', 'DELETE'],
])('%s %s is told to use %s', async (method, path, allowed) => {
  const owner = await api.newOwner()

  const refused = await owner.call(method, path)

  expectProblem(refused, 405)
  expect(refused.headers.get('allow')).toBe(allowed)
})

async function traceIdFor(traceparent: string): Promise<string> {
  const { body } = await readAnswer(await api.request('/api/jobs', { headers: { traceparent } }))
  return body.traceId
}

test('a trace of the caller goes on, a broken one does not', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  expect(await traceIdFor(`00-${trace}-00f067aa0ba902b7-01`)).toBe(trace)
  for (const broken of ['x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, trace]) {
    expect(await traceIdFor(broken)).toMatch(/^(?!0+$)[\da-f]{32}$/)
  }
})

test('answers are kept by nobody and taken for nothing else', async () => {
  const owner = await api.newOwner()

  const { headers } = await owner.call('GET', '/api/auth/profile')

  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  )
})

test('a database without room is no fault of the server, and says when to come again', async () => {
  const owner = await api.newOwner()
  const { queries } = api.database
  await queries.execute(sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
  await queries.execute(
    sql`create trigger full_disk before insert on jobs execute function refuse()`,
  )

  const refused = await owner.call('POST', '/api/jobs', { body: { name: 'Salon' } })

  await queries.execute(sql`drop function refuse cascade`)
  expectProblem(refused, 503)
  expect(refused.headers.get('retry-after')).toBe('2')
})

test('the log has one line a request and nothing that a person sent', async () => {
  const owner = await api.newOwner()
  api.log.length = 0

  const created = await owner.call('POST', '/api/jobs', { body: { name: 'Secret name' } })
  await owner.call('GET', `/api/jobs/${created.body.job.id}?q=Secret`)

  const lines = api.log.map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { method: 'POST', route: '/api/jobs', status: 201, ms: expect.any(Number) },
    { method: 'GET', route: '/api/jobs/:id', status: 200, traceId: expect.any(String) },
  ])
  const text = api.log.join('')
  for (const secret of ['Secret', owner.phoneNumber, owner.uid, 'Bearer', created.body.job.id]) {
    expect(text).not.toContain(secret)
  }
})

test('the log says who was let in, and why others were refused', async () => {
  const [owner, stranger] = [await api.newOwner(), await api.newOwner()]
  const { job } = (await owner.call('POST', '/api/jobs', { body: { name: 'Salon' } })).body
  api.log.length = 0

  await owner.call('GET', '/api/jobs')
  await stranger.call('GET', `/api/jobs/${job.id}`)
  await api.request('/api/jobs')
  await api.request('/api/jobs', { headers: { authorization: 'Bearer a.b.c' } })

  const lines = api.log.map((line) => JSON.parse(line))
  expect(lines.map(({ status, code }) => [status, code])).toEqual([
    [200, undefined],
    [404, 'not_found'],
    [401, 'unauthenticated'],
    [401, 'unauthenticated'],
  ])
  const [own, other, ...unknown] = lines.map(({ ownerId }) => ownerId)
  expect(own).toMatch(/^usr_/)
  expect(other).toMatch(/^usr_/)
  expect(other).not.toBe(own)
  expect(unknown).toEqual([undefined, undefined])
})

const failTwice = () =>
  Promise.reject(new Error('secret reason', { cause: new Error('deeper reason') }))

/** The app as it is in production, with a sign-in that is broken. */
const brokenApp = (log: string[], signIn: () => Promise<never> = failTwice) =>
  createApp({
    database: api.database,
    fileStore: api.fileStore,
    queue: api.queue,
    feed: api.feed,
    closing: new AbortController().signal,
    callSlots: new CallSlots(),
    billing: api.billing,
    secretBox: api.secretBox,
    mail: api.mail,
    push: api.push,
    channels: {},
    whatsApp: api.whatsApp,
    ai: rulesProvider,
    publicUrl: 'http://localhost:3000',
    log: createLog('info', { write: (line) => void log.push(line) }),
    verifyToken: signIn,
    signIns: api.openSignIns(),
  })

test('a fault of our own says nothing to the caller and everything to the log', async () => {
  const log: string[] = []
  const app = brokenApp(log)

  const headers = { authorization: 'Bearer a.b.c' }
  const answer = await readAnswer(await app.request('/api/jobs', { headers }))

  expectProblem(answer, 500)
  expect(answer.body).toMatchObject({ code: 'internal' })
  expect(JSON.stringify(answer.body)).not.toContain('reason')
  const [logged] = log
  expect(logged).toContain('secret reason')
  expect(logged).toContain('deeper reason')
  expect(logged).toContain(answer.body.traceId)
})

test.each(['Content-Length: 9', 'Transfer-Encoding: chunked'])(
  'a client that leaves before the end of its body (%s) is no outage',
  async (header) => {
    const log: string[] = []
    const server = createServer(getRequestListener(brokenApp(log).fetch))
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')

    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.resume().end(`POST /api/webhooks/whatsapp HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n2\r\n`)

    await vi.waitFor(() => expect(log).toHaveLength(1))
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ level: 30, status: 400 })
  },
)

test('requests of one trace are distinguished, and a failure names its request', async () => {
  const log: string[] = []
  const app = brokenApp(log)
  const traceparent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`
  const headers = { authorization: 'Bearer a.b.c', traceparent, 'x-request-id': 'Asha' }

  const answers = [
    await app.request('/api/jobs', { headers }),
    await app.request('/api/jobs', { headers }),
  ]

  const ids = answers.map((answer) => answer.headers.get('x-request-id'))
  expect(new Set(ids).size).toBe(2)
  const logged = log.map((line) => JSON.parse(line).requestId)
  expect(logged).toEqual([ids[0], ids[0], ids[1], ids[1]])
  expect(log.join('')).not.toContain('Asha')
})

test('what a failed query was about is not in the log', async () => {
  const log: string[] = []
  const app = brokenApp(log, async () => {
    await api.database.queries.execute(sql`select ${'Asha +919812345678'}::date as day`)
    throw new Error('not reached')
  })

  const headers = { authorization: 'Bearer a.b.c' }
  expectProblem(await readAnswer(await app.request('/api/jobs', { headers })), 500)

  const { err } = JSON.parse(log[0] ?? '')
  expect(err.cause).toMatchObject({
    code: '22007',
    message: expect.stringMatching(/type date$/),
  })
  expect(err.message).toContain('Failed query: select')
  expect(err.stack).toContain('answers.test.ts')
  expect(log.join('')).not.toMatch(/Asha|9812345678/)
})

test.each(['/simulator/phone/state', '/simulator/graph/v25.0/1', '/api/dev/simulate/inbound'])(
  'nobody finds the simulated %s elsewhere than on a developer’s machine',
  async (path) => {
    const method = path.startsWith('/api') ? 'POST' : 'GET'
    expect((await api.request(path, { method })).status).not.toBe(404)
    expectProblem(await readAnswer(await brokenApp([]).request(path, { method })), 404)
  },
)
