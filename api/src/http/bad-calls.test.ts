import { beforeAll, expect, test } from 'vitest'

import { badBodies, textsOf } from '../../test/bad-bodies.ts'
import { badQueries } from '../../test/bad-queries.ts'
import { readState } from '../../test/database-state.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { operations, type Operation } from '../../test/operations.ts'
import { useTestApi, type Answer, type Person } from '../../test/test-api.ts'

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
