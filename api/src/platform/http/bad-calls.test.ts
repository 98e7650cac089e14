import { beforeAll, expect, test } from 'vitest'

import { badBodies, textsOf } from '../../../test/bad-bodies.ts'
import { badQueries } from '../../../test/bad-queries.ts'
import { receive } from '../../../test/chat-api.ts'
import { readState } from '../../../test/database-state.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { operations, type Operation } from '../../../test/operations.ts'
import { useTestApi, type Answer, type Person } from '../../../test/test-api.ts'

const api = useTestApi()
const withBody = operations.flatMap((operation) =>
  operation.body === undefined ? [] : [{ ...operation, body: operation.body }],
)
const withQuery = operations
  .map((operation) => ({
    ...operation,
    parameters: operation.parameters.filter((parameter) => parameter.in === 'query'),
  }))
  .filter(({ parameters }) => parameters.length > 0)

let owner: Person
beforeAll(async () => {
  owner = await api.newOwner()
})

/** Refused as the document says, with the place of what is wrong. */
function expectRefusal(answer: Answer, { statuses }: Operation, pointer: string): void {
  expectProblem(answer, 422)
  expect(statuses).toContain(422)
  const pointers: string[] = answer.body.errors.map((error: { pointer: string }) => error.pointer)
  const isNamed = pointers.some((one) => one === pointer || one.startsWith(`${pointer}/`))
  expect(isNamed, `${pointer} is not among ${pointers.join(' ')}`).toBe(true)
}

test.each(withBody)('$call refuses every body that is not as described', async (operation) => {
  const { method, path, body: schema } = operation
  const before = await readState(api.database.queries)

  const bad = badBodies(schema)
  expect(bad.length).toBeGreaterThan(5)
  for (const { why, pointer, body } of bad) {
    const answer = await owner.call(method, path.replace('{id}', 'x'), {
      body: JSON.stringify(body),
    })
    expect(answer.status, `${why} at ${pointer}`).toBe(422)
    expectRefusal(answer, operation, pointer)
  }

  expect(await readState(api.database.queries)).toEqual(before)
})

test.each(withBody)('every text of $call has a limit', ({ body }) => {
  // These have one by their form.
  const isBounded = ({ pattern = '' }) => /^\^[^*+]+\$$/.test(pattern.replace(/^\^\\\+/, '^'))
  const open = textsOf(body).filter(
    ({ text }) =>
      text.maxLength === undefined &&
      text.enum === undefined &&
      text.const === undefined &&
      text.format === undefined &&
      !isBounded(text),
  )

  expect(open).toEqual([])
})

test.each(withQuery)('$call refuses every query that is not as described', async (operation) => {
  const { method, path, parameters } = operation

  for (const parameter of parameters) {
    for (const query of badQueries(parameter)) {
      const answer = await owner.call(method, `${path.replace('{id}', 'x')}?${query}`)
      expect(answer.status, query).toBe(422)
      expectRefusal(answer, operation, `#/${parameter.name}`)
    }
  }
})

test('the document has bodies and queries to try', () => {
  expect(withBody.length).toBeGreaterThan(15)
  expect(withQuery.length).toBeGreaterThan(8)
})

const field = { key: 'a', label: 'A', order: 0, type: 'text', required: true }
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
/** A job with a value that no schema describes. */
const withValue = (value: string) =>
  `{"name":"A","fields":[{"key":"a","label":"A","order":0,"type":"text","required":true,` +
  `"condition":{"fieldKey":"b","op":"eq","value":${value}}}]}`
const json = 'application/json'

test.each<[string, number, unknown, string?]>([
  ['no body', 400, undefined],
  ['half a document', 400, '{"name":'],
  ['a byte order mark and nothing', 400, '\uFEFF'],
  ['bytes that are no UTF-8', 400, new Blob([Uint8Array.of(0x22, 0xff, 0x22)])],
  ['a prototype', 422, '{"__proto__":{"name":"A"}}'],
  ['half a surrogate pair in a name', 422, '{"name":"a\\ud800"}'],
  ['U+0000 deep in a free value', 422, withValue('{"x":["\\u0000"]}')],
  ['half a surrogate pair as a key of a free value', 422, withValue('{"\\udfff":1}')],
  ['nesting beyond reason', 422, withValue(deep(100_000))],
  ['nesting beyond reason in a member nobody knows', 422, `{"name":"A","x":${deep(400_000)}}`],
  ['more values than anything has', 422, { name: 'A', x: Array(3_000).fill(Array(20).fill(1)) }],
  ['half a million wrong values', 422, { name: 'A', guardrails: Array(200_000).fill(1) }],
  ['over 1 MiB', 413, { name: 'x'.repeat(1024 * 1024) }],
  ['another type', 415, '{"name":"A"}', 'application/x-www-form-urlencoded'],
  ['a type that only begins like JSON', 415, '{"name":"A"}', 'application/jsonp'],
  ['no type', 415, '{"name":"A"}', ''],
])('a body with %s is answered with %i', async (_, status, body, type = json) => {
  const sent = { body, headers: { 'content-type': type } }
  expectProblem(await owner.call('POST', '/api/jobs', sent), status)
})

test.each(['%E0%A4%A', 'q=%', '__proto__=1&constructor=2', '&&&', 'limit'])(
  'the query %s breaks nothing',
  async (query) => {
    expect((await owner.call('GET', `/api/jobs?${query}`)).status).toBeLessThan(500)
  },
)

test('a value refused says where it stands and why, in words and in codes', async () => {
  const refusalsOf = async (body: object) => {
    const refused = await owner.call('POST', '/api/jobs', { body })
    const errors: { pointer: string; code: string; detail: string; params?: object }[] =
      refused.body.errors
    return errors.map(({ pointer, code, detail, params }) => [pointer, code, detail, params])
  }
  const tones = ['friendly', 'formal', 'brief']
  const key = 'Use lowercase letters, digits and _, starting with a letter.'

  const refusals = await refusalsOf({
    instructions: 'x'.repeat(8001),
    tone: 'rude',
    guardrails: [''],
    behaviour: { maxTurns: 201, askOneAtATime: 'yes', idleCloseMinutes: 5.5 },
    fields: [
      { ...field, type: 'select' },
      { ...field, key: 'B' },
    ],
  })

  expect(refusals).toEqual([
    ['#/name', 'required', 'This is required.', undefined],
    ['#/tone', 'not_allowed', `Must be one of: ${tones.join(', ')}.`, { allowed: tones }],
    ['#/instructions', 'too_long', 'At most 8000 characters.', { max: 8000 }],
    ['#/guardrails/0', 'too_short', 'At least 1 character.', { min: 1 }],
    ['#/fields/0/options', 'min_items', 'A choice needs at least two options.', { min: 2 }],
    ['#/fields/1/key', 'invalid_format', key, { format: 'regex' }],
    ['#/behaviour/askOneAtATime', 'wrong_type', 'Must be a boolean.', { expected: 'boolean' }],
    ['#/behaviour/maxTurns', 'too_large', 'At most 200.', { max: 200 }],
    ['#/behaviour/idleCloseMinutes', 'wrong_type', 'Must be a whole number.', { expected: 'int' }],
  ])
  const [duplicate] = await refusalsOf({ name: 'A', fields: [field, field] })
  expect(duplicate?.slice(0, 2)).toEqual(['#/fields/1/key', 'duplicate'])
  const condition = { fieldKey: field.key, op: 'eq', value: 'x'.repeat(200_000) }
  const [endless] = await refusalsOf({
    name: 'A',
    fields: [field, { ...field, key: 'b', condition }],
  })
  expect(endless).toEqual([
    '#/fields',
    'too_long',
    'At most 200000 characters in all.',
    { max: 200_000 },
  ])
})

test('days and moments are between 2000 and 2100', async () => {
  const { session } = await receive(owner)
  const detail = 'Must be a day between 2000-01-01 and 2100-12-31.'
  const path = '/api/chats/stats?bucket=week'
  expect((await owner.call('GET', `${path}&to=2101-01-01`)).body.errors).toEqual([
    expect.objectContaining({ pointer: '#/to', code: 'out_of_range', detail }),
  ])
  for (const day of ['2000-01-01', '2100-12-31'])
    expect((await owner.call('GET', `${path}&from=${day}&to=${day}`)).status).toBe(200)
  for (const [method, call, body] of [
    ['POST', 'handler', { handler: 'owner', returnAt: '1999-12-31T23:59:59Z' }],
    ['PUT', 'save', { savedForLater: true, remindAt: '9999-12-31T23:59:59.999Z' }],
  ] as const) {
    const refused = await owner.call(method, `/api/chats/sessions/${session.id}/${call}`, { body })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'out_of_range' }] } })
  }
})

test.each(['IST', 'ACT', '+05:30', '-03'])(
  '%s is no time zone, as the database knows none or another by it',
  async (timeZone) => {
    const settings = { business: { timeZone } }
    const refused = await owner.call('PUT', '/api/auth/settings', { body: { settings } })
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'invalid' }] } })
    const query = new URLSearchParams({ tz: timeZone }).toString()
    expect((await owner.call('GET', `/api/chats/stats?${query}`)).status).toBe(422)
  },
)
