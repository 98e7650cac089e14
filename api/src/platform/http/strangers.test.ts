import { beforeAll, expect, test } from 'vitest'

import { useShop } from '../../../test/billing-fixture.ts'
import { readState } from '../../../test/database-state.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { operations, type Operation } from '../../../test/operations.ts'
import { goodBodies, idFor, makeScene, pathFor, type Scene } from '../../../test/scene.ts'
import { type Answer, type Owner, readAnswer, useTestApi } from '../../../test/test-api.ts'

const shop = await useShop()
const api = useTestApi({ environment: async () => shop.environment })

let owner: Owner
let scene: Scene
beforeAll(async () => {
  owner = await api.newOwner()
  scene = await makeScene(api, owner, shop)
})

/** Somebody's attempt at a call, with the path and the body of its owner. */
type Attempt = (operation: Operation, path: string, body: object | undefined) => Promise<Answer>

/** Every one of these calls is refused with that problem, and nothing at all is written. */
async function expectRefusals(
  refused: Operation[],
  attempt: Attempt,
  { status, code }: { status: number; code?: string },
): Promise<void> {
  const before = await readState(api.database.queries)
  expect(refused).not.toEqual([])
  for (const operation of refused) {
    const { call, path, statuses } = operation
    const body = goodBodies[call]?.(scene, owner)
    const answer = await attempt(operation, pathFor(path, scene), body)
    expect(answer.status, `${call}: ${JSON.stringify(answer.body)}`).toBe(status)
    expectProblem(answer, status)
    expect(statuses, call).toContain(status)
    expect(answer.body.code, call).toBe(code ?? answer.body.code)
  }
  expect(await readState(api.database.queries)).toEqual(before)
}

const closed = operations.filter(({ isPublic }) => !isPublic)
const named = operations.filter(({ path }) => path.includes('{id}'))
const versioned = operations.filter(({ parameters }) =>
  parameters.some(({ name }) => name === 'If-Match'),
)

test('there is a good body for every call that takes one', () => {
  const taking = operations.filter(({ body }) => body !== undefined).map(({ call }) => call)

  expect(Object.keys(goodBodies).toSorted()).toEqual(taking.toSorted())
})

test.each([undefined, 'Bearer x', 'Bearer a.b.c', 'Basic YTpi'])(
  'with the authorization %s no call does anything',
  async (authorization) => {
    const headers = new Headers({ 'content-type': 'application/json' })
    if (authorization !== undefined) headers.set('authorization', authorization)
    const attempt: Attempt = async ({ method }, path, body) => {
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
      const answer = await readAnswer(await api.request(path, init))
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
      return answer
    }

    const open = operations.filter(({ isPublic }) => isPublic).map(({ path }) => path)
    expect(new Set(open)).toEqual(
      new Set(['/api/webhooks/razorpay', '/api/webhooks/whatsapp', '/api/calendar/{token}']),
    )
    await expectRefusals(closed, attempt, { status: 401, code: 'unauthenticated' })
  },
)

test('without a profile no call does anything but the one that makes it', async () => {
  const nobody = api.newPerson()
  const attempt: Attempt = ({ method }, path, body) => nobody.call(method, path, { body })
  const rest = closed.filter(({ call }) => call !== 'POST /api/auth/profile')
  const about = (path: string) => path === '/api/auth/profile'

  await expectRefusals(
    rest.filter(({ path }) => !about(path)),
    attempt,
    { status: 403, code: 'profile_needed' },
  )
  await expectRefusals(
    rest.filter(({ path }) => about(path)),
    attempt,
    { status: 404, code: 'profile_missing' },
  )
})

test("no call finds what is another owner's", async () => {
  const stranger = await api.newOwner()
  const attempt: Attempt = ({ method }, path, body) => stranger.call(method, path, { body })

  expect(named.length).toBeGreaterThan(15)
  await expectRefusals(named, attempt, { status: 404, code: 'not_found' })
})

test("no list and no total tells anything of another owner's", async () => {
  const stranger = await api.newOwner()
  const reads = operations.filter(
    ({ method, path, isPublic }) =>
      method === 'GET' && !isPublic && !path.includes('{id}') && path !== '/api/events',
  )
  const { payment: _payment, ...ids } = scene
  const words = [owner.uid, owner.phoneNumber, ...Object.values(ids), 'Ravi', 'Salon']
  expect(reads.length).toBeGreaterThan(8)
  for (const { path } of reads) {
    const answer = await stranger.call('GET', path)
    expect(answer.status, path).toBe(200)
    const text = JSON.stringify(answer.body)
    for (const word of words) expect(text, path).not.toContain(word)
  }
})

test.each([
  ['longer', (id: string) => `${id}x`],
  ['shorter', (id: string) => id.slice(0, -1)],
  ['in small letters', (id: string) => id.toLowerCase()],
  ['of another kind', () => 'usr_01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['U+0000', () => '%00'],
  ['SQL', () => "1'%20or%20'1'='1"],
  ['a formula', () => '=1+1'],
])('an id that is %s is the id of nothing', async (_, change) => {
  const attempt: Attempt = ({ method, path }, _path, body) =>
    owner.call(method, pathFor(path, scene, change(idFor(path, scene))), { body })

  await expectRefusals(named, attempt, { status: 404, code: 'not_found' })
})

test.each([
  ['"99"', { status: 412, code: 'version_conflict' }],
  // A weak tag names no version, and what is no tag is no request.
  ['W/"1"', { status: 412, code: 'version_conflict' }],
  ['1', { status: 400, code: 'malformed_request' }],
])('If-Match %s changes nothing', async (ifMatch, refusal) => {
  const attempt: Attempt = async ({ method }, path, body) => {
    const answer = await owner.call(method, path, { body, headers: { 'if-match': ifMatch } })
    const isConflict = answer.status === 412
    // What stands there now comes along, so that the page can merge.
    expect(answer.headers.get('etag') !== null).toBe(isConflict)
    expect(answer.body.meta?.current !== undefined).toBe(isConflict)
    return answer
  }

  expect(versioned).toHaveLength(5)
  await expectRefusals(versioned, attempt, refusal)
})
