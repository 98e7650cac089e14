import { expect, test } from 'vitest'

import { expectProblem } from '../../test/expect-problem.ts'
import { useTestApi } from '../../test/test-api.ts'

const api = useTestApi()

const id = 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const lists = (count: number, size: number) => Array(count).fill(Array(size).fill(1))
const field = { key: 'a', label: 'A', order: 0, type: 'text', required: true }
const inCondition = (value: string) =>
  `{"name":"A","fields":[{"key":"a","label":"A","order":0,"type":"text","required":true,` +
  `"condition":{"fieldKey":"b","op":"eq","value":${value}}}]}`

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
  ['more values than anything has', 422, { name: 'A', x: Array(60_000).fill(1) }],
  [
    'more members than anything has',
    422,
    { name: 'A', x: Object.assign({}, Array(60_000).fill(1)) },
  ],
  ['more values than anything has, in many places', 422, { name: 'A', x: lists(3_000, 20) }],
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
  expectProblem(await owner.call('PUT', `/api/jobs/${id}`, { body }), status)
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
  ['status=active,', '#/status/1'],
  ['status=deleted', '#/status/0'],
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
