import { problemSchema } from '@errand/contract/problem'
import { pino } from 'pino'
import { expect, test } from 'vitest'

import { readAnswer, useTestApi, type Answer } from '../../test/test-api.ts'
import { createApp } from '../create-app.ts'

const api = useTestApi()

const id = 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const field = { key: 'a', label: 'A', order: 0, type: 'text', required: true }
const inCondition = (value: string) =>
  `{"name":"A","fields":[{"key":"a","label":"A","order":0,"type":"text","required":true,` +
  `"condition":{"fieldKey":"b","op":"eq","value":${value}}}]}`

/** Every error is a whole problem document about this very request. */
function expectProblem(answer: Answer, status: number): void {
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  const problem = problemSchema.parse(answer.body)
  expect(problem).toEqual(answer.body)
  expect(problem.status).toBe(status)
  expect(problem.type).toBe(`https://errors.local/${problem.code.replaceAll('_', '-')}`)
  expect(problem.traceId).toBe(answer.headers.get('x-trace-id'))
}

test.each<[string, number, unknown]>([
  ['no body', 400, undefined],
  ['half a document', 400, '{"name":'],
  ['two documents', 400, '{}{}'],
  ['a byte order mark and nothing', 400, '\uFEFF'],
  ['nothing but an array', 422, []],
  ['null', 422, 'null'],
  ['a number that is infinite', 422, '1e999'],
  ['a prototype', 422, '{"__proto__":{"name":"A"}}'],
  ['an array as name', 422, { name: ['A'] }],
  ['an empty name', 422, { name: '   ' }],
  ['a name too long', 422, { name: 'x'.repeat(81) }],
  ['U+0000 in a name', 422, '{"name":"a\\u0000b"}'],
  ['half a surrogate pair in a name', 422, '{"name":"a\\ud800"}'],
  ['U+0000 in a member nobody knows', 422, '{"name":"A","\\u0000":1}'],
  ['U+0000 deep in a free value', 422, inCondition('{"x":["\\u0000"]}')],
  ['half a surrogate pair as a key of a free value', 422, inCondition('{"\\udfff":1}')],
  ['nesting beyond reason', 422, inCondition(deep(100_000))],
  ['nesting beyond reason in a member nobody knows', 422, `{"name":"A","x":${deep(400_000)}}`],
  ['a status that is not for writing', 422, { name: 'A', status: 'archived' }],
  ['a language that is none', 422, { name: 'A', language: 'klingon!' }],
  ['a number beyond integers', 422, '{"name":"A","behaviour":{"maxTurns":1e308}}'],
  ['a negative number', 422, { name: 'A', behaviour: { maxTurns: -1 } }],
  ['31 fields', 422, { name: 'A', fields: Array.from({ length: 31 }, () => field) }],
  ['half a million wrong values', 422, { name: 'A', guardrails: Array(200_000).fill(1) }],
  ['a body of over 1 MiB', 413, { name: 'x'.repeat(1024 * 1024) }],
])('a job with %s answers %i', async (_, status, body) => {
  const owner = await api.newOwner()

  expectProblem(await owner.call('POST', '/api/jobs', { body }), status)
  expectProblem(
    await owner.call('PUT', `/api/jobs/${id}`, { body }),
    // What a new job must have, a change may leave out.
    typeof body === 'string' && body.startsWith('{"__proto__"') ? 404 : status,
  )
})

test('a value refused says where it stands and why, in words and in codes', async () => {
  const owner = await api.newOwner()

  const refused = await owner.call('POST', '/api/jobs', {
    body: {
      instructions: 'x'.repeat(8001),
      tone: 'rude',
      guardrails: [''],
      behaviour: { maxTurns: 201, askOneAtATime: 'yes', idleCloseMinutes: 5.5 },
      fields: [
        { ...field, type: 'select' },
        { ...field, key: 'B' },
      ],
    },
  })

  expect(refused.body.code).toBe('validation_failed')
  expect(refused.body.errors).toEqual([
    { pointer: '#/name', code: 'required', detail: 'This is required.' },
    {
      pointer: '#/tone',
      code: 'not_allowed',
      detail: 'Must be one of: friendly, formal, brief.',
      params: { allowed: ['friendly', 'formal', 'brief'] },
    },
    {
      pointer: '#/instructions',
      code: 'too_long',
      detail: 'At most 8000 characters.',
      params: { max: 8000 },
    },
    {
      pointer: '#/guardrails/0',
      code: 'too_short',
      detail: 'At least 1 character.',
      params: { min: 1 },
    },
    {
      pointer: '#/fields/0/options',
      code: 'min_items',
      detail: 'A choice needs at least two options.',
      params: { min: 2 },
    },
    {
      pointer: '#/fields/1/key',
      code: 'invalid_format',
      detail: 'Use small letters, digits and _, and begin with a letter.',
      params: { format: 'regex' },
    },
    {
      pointer: '#/behaviour/askOneAtATime',
      code: 'wrong_type',
      detail: 'Must be a boolean.',
      params: { expected: 'boolean' },
    },
    {
      pointer: '#/behaviour/maxTurns',
      code: 'too_large',
      detail: 'At most 200.',
      params: { max: 200 },
    },
    {
      pointer: '#/behaviour/idleCloseMinutes',
      code: 'wrong_type',
      detail: 'Must be a whole number.',
      params: { expected: 'int' },
    },
  ])
})

test('two fields with one key are refused at the second', async () => {
  const owner = await api.newOwner()

  const refused = await owner.call('POST', '/api/jobs', {
    body: { name: 'A', fields: [field, field] },
  })

  expect(refused.body.errors).toMatchObject([{ pointer: '#/fields/1/key', code: 'duplicate' }])
})

test.each([
  ['limit=0', '#/limit'],
  ['limit=101', '#/limit'],
  ['limit=ten', '#/limit'],
  ['limit=1e999', '#/limit'],
  ['limit=5&limit=6', '#/limit'],
  ['sort=drop%20table', '#/sort'],
  ['sort[]=name&sort=', '#/sort'],
  ['status=active,', '#/status'],
  ['status=deleted', '#/status'],
  ['q=%00', '#/q'],
  [`q=${'x'.repeat(101)}`, '#/q'],
  ['cursor=', '#/cursor'],
  [`cursor=${'x'.repeat(1001)}`, '#/cursor'],
])('the query %s is refused at %s', async (query, pointer) => {
  const owner = await api.newOwner()

  const refused = await owner.call('GET', `/api/jobs?${query}`)

  expectProblem(refused, 422)
  expect(refused.body.errors).toMatchObject([{ pointer }])
})

test.each(['%E0%A4%A', 'q=%', '__proto__=1', 'constructor=1&toString=2', '&&&', 'limit'])(
  'the query %s breaks nothing',
  async (query) => {
    const owner = await api.newOwner()

    expect((await owner.call('GET', `/api/jobs?${query}`)).status).toBeLessThan(500)
  },
)

test.each([
  'x',
  '%00',
  'job_',
  `${id}x`,
  '%E0%A4%A',
  '%2e%2e',
  "'%20or%20'1'='1",
  'x'.repeat(5000),
])('the id %s is that of no job', async (wrong) => {
  const owner = await api.newOwner()

  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? {} : undefined
    expectProblem(await owner.call(method, `/api/jobs/${wrong}`, { body }), 404)
  }
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'json', ''])(
  'a body of type %j is refused',
  async (type) => {
    const owner = await api.newOwner()

    expectProblem(
      await owner.call('POST', '/api/jobs', {
        body: '{"name":"A"}',
        headers: { 'content-type': type },
      }),
      415,
    )
  },
)

test('a body that is no UTF-8 is refused', async () => {
  const owner = await api.newOwner()
  const body = new Blob([Uint8Array.of(0x22, 0xff, 0x22)])

  expectProblem(await owner.call('POST', '/api/jobs', { body }), 400)
})

test.each([
  ['GET', '/api/nothing', 404],
  ['GET', '/', 404],
  ['GET', '/api/docs/../../package.json', 404],
  ['GET', '/api/docs/package.json', 404],
  ['DELETE', '/api/healthz', 405],
  ['POST', '/api/openapi.json', 405],
  ['PATCH', `/api/jobs/${id}`, 405],
  ['POST', '/api/auth/account', 405],
])('%s %s answers %i', async (method, path, status) => {
  const owner = await api.newOwner()

  const answer = await owner.call(method, path)

  expectProblem(answer, status)
  if (status === 405) expect(answer.headers.get('allow')).toMatch(/^[A-Z]+(, [A-Z]+)*$/)
})

test('a trace of the caller goes on, a broken one does not', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const answer = async (traceparent: string) =>
    readAnswer(await api.request('/api/jobs', { headers: { traceparent } }))

  expect((await answer(`00-${trace}-00f067aa0ba902b7-01`)).body.traceId).toBe(trace)
  for (const broken of ['x', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `${trace}`]) {
    expect((await answer(broken)).body.traceId).toMatch(/^(?!0+$)[\da-f]{32}$/)
  }
})

test('answers are kept by nobody and taken for nothing else', async () => {
  const owner = await api.newOwner()

  const { headers } = await owner.call('GET', '/api/auth/profile')

  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
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

test('a fault of our own says nothing to the caller and everything to the log', async () => {
  const log: string[] = []
  const app = createApp({
    database: api.database,
    log: pino({}, { write: (line: string) => void log.push(line) }),
    verifyToken: () =>
      Promise.reject(new Error('secret reason', { cause: new Error('deeper reason') })),
  })

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
