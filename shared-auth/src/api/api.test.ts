import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'

import { endSession, getSession, setSession, setTokenSource } from '../session/session.ts'
import { isApiError } from './api-error.ts'
import { api } from './api.ts'
import { serverNow } from './server-clock.ts'

const server = setupServer()
const seen: (string | null)[] = []
const tokens = vi.fn<(force: boolean) => Promise<string>>()

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())
afterEach(() => server.resetHandlers())

beforeEach(() => {
  seen.length = 0
  tokens.mockReset().mockImplementation(async (force) => (force ? 'new' : 'old'))
  setSession({ status: 'signed-in', user: { uid: 'u1', phoneNumber: '+919876543210' } })
  setTokenSource(tokens)
})

const refusal = (code: string) => Object.assign(new Error(code), { code })

function answer(...statuses: number[]) {
  server.use(
    http.all('*/api/jobs', ({ request }) => {
      seen.push(request.headers.get('authorization'))
      const status = statuses.shift() ?? 200
      return HttpResponse.json(status === 200 ? { ok: true } : { title: 'no' }, { status })
    }),
  )
}

test('S3: a call is sent to /api with the bearer token', async () => {
  answer(200)

  expect(await api.get('jobs').json()).toEqual({ ok: true })
  expect(seen).toEqual(['Bearer old'])
})

test('S3: without a session no token is sent', async () => {
  setTokenSource(undefined)
  answer(200)

  await api.get('jobs')

  expect(seen).toEqual([null])
})

test.each(['get', 'post'] as const)(
  'S4: a 401 is replayed once with a new token (%s)',
  async (method) => {
    answer(401, 200)

    await api(`jobs`, { method, ...(method === 'post' && { json: { name: 'x' } }) })

    expect(seen).toEqual(['Bearer old', 'Bearer new'])
    expect(getSession().status).toBe('signed-in')
  },
)

test('S5: no call is sent after signing out', async () => {
  endSession('left')
  answer(200)

  await expect(api.get('jobs')).rejects.toMatchObject({ status: 401 })

  expect(seen).toEqual([])
})

test('S4: a second 401 ends the session as expired', async () => {
  answer(401, 401)

  const error = await api.get('jobs').catch((reason: unknown) => reason)

  expect(isApiError(error) && error.status).toBe(401)
  expect(seen).toEqual(['Bearer old', 'Bearer new'])
  expect(getSession()).toEqual({ status: 'signed-out', reason: 'expired' })
})

test('S4: a 401 after a retried failure still gets its replay', async () => {
  answer(503, 401, 200)

  await api.get('jobs')

  expect(seen).toEqual(['Bearer old', 'Bearer old', 'Bearer new'])
})

test('S4: a provider that refuses a new token ends the session', async () => {
  tokens.mockRejectedValue(refusal('auth/user-disabled'))

  const error = await api.get('jobs').catch((reason: unknown) => reason)

  expect(isApiError(error) && error.status).toBe(401)
  expect(getSession()).toEqual({ status: 'signed-out', reason: 'expired' })
})

test.each(['auth/network-request-failed', 'auth/internal-error'])(
  'S4: a temporary error of the provider (%s) keeps the session',
  async (code) => {
    tokens.mockRejectedValue(refusal(code))

    const error = await api.get('jobs').catch((reason: unknown) => reason)

    expect(isApiError(error) && error.status).toBe(0)
    expect(getSession().status).toBe('signed-in')
  },
)

describe('S20: a call that is refused with 429', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  /** Refuses the first call. */
  function refuseOnce(retryAfter: number) {
    const headers = { 'content-type': 'application/json', 'retry-after': String(retryAfter) }
    const answers = [new Response('{"title":"no"}', { status: 429, headers })]
    const calls = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => calls.mockRestore())
    return calls.mockImplementation(async () => answers.pop() ?? Response.json({ ok: true }))
  }

  test('is retried automatically after the requested pause', async () => {
    const calls = refuseOnce(3)
    const asked = api.get('jobs').json()

    await vi.advanceTimersByTimeAsync(2_900)
    expect(calls).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)

    expect(await asked).toEqual({ ok: true })
    expect(calls).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['when the pause is long', 'get', 60],
    ['when it changes something', 'post', 3],
  ] as const)('fails at once %s', async (_, method, retryAfter) => {
    const calls = refuseOnce(retryAfter)

    await expect(api('jobs', { method })).rejects.toMatchObject({ status: 429 })

    expect(calls).toHaveBeenCalledTimes(1)
  })
})

describe('S15: the clock', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')

  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now }))
  afterEach(() => {
    vi.useRealTimers()
    delete document.documentElement.dataset['clockOffset']
  })

  async function readClock(at: number, caching = 'no-store'): Promise<number> {
    const headers = { date: new Date(at).toUTCString(), 'cache-control': caching }
    server.use(http.get('*/api/jobs', () => HttpResponse.json({}, { headers })))
    await api.get('jobs')
    return serverNow()
  }

  test.each([26, -26, 24 * 365])(
    'is set by an answer whose time is %i hours off',
    async (hours) => {
      const at = now + hours * 3_600_000
      const clock = await readClock(at)
      expect(clock).toBeGreaterThanOrEqual(at)
      expect(clock).toBeLessThanOrEqual(at + 1000)
    },
  )

  test('is not changed by an answer of the same second', async () => {
    vi.setSystemTime(now + 700)
    expect(await readClock(now)).toBe(now + 700)
  })

  test('is not changed by an answer that may be cached', async () => {
    expect(await readClock(now - 3_600_000, 'private, no-cache')).toBe(now)
  })
})

test('S7: a lost connection is an ApiError with status 0, and a refused call has its problem', async () => {
  server.use(http.post('*/api/jobs', () => HttpResponse.error()))
  const lost = await api.post('jobs').catch((reason: unknown) => reason)
  expect(isApiError(lost) && lost.status).toBe(0)

  const problem = {
    type: 't',
    title: 'Too long',
    status: 422,
    code: 'validation_failed',
    traceId: 'x',
  }
  server.use(http.post('*/api/jobs', () => HttpResponse.json(problem, { status: 422 })))
  const refused = await api.post('jobs').catch((reason: unknown) => reason)
  expect(isApiError(refused) && refused.problem?.title).toBe('Too long')
})

test.each([
  ['is cut off', (body: ReadableStreamDefaultController) => body.close()],
  [
    'breaks off',
    (body: ReadableStreamDefaultController) => body.error(new TypeError('terminated')),
  ],
])('S7: an answer that %s is an ApiError with status 0, which may be retried', async (_, end) => {
  const parts = ['{"success"', ':']
  const half = new ReadableStream({
    pull: (body) => {
      const part = parts.shift()
      if (part === undefined) end(body)
      else body.enqueue(new TextEncoder().encode(part))
    },
  })
  const headers = { 'content-type': 'application/json' }
  const answered = async () => new Response(half, { status: 202, headers })
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(answered)
  const broken = await api
    .post('jobs')
    .json()
    .catch((reason: unknown) => reason)
  expect(isApiError(broken) && broken.status).toBe(0)
})

test('S3: an answer that never ends is aborted after 30 s', async () => {
  vi.useFakeTimers()
  const endless = new ReadableStream({ pull: () => new Promise(() => {}) })
  const headers = { 'content-type': 'application/json' }
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(
    async () => new Response(endless, { headers }),
  )
  const asked = api.post('jobs').catch((reason: unknown) => reason)
  await vi.advanceTimersByTimeAsync(31_000)
  const error = await asked
  vi.useRealTimers()
  expect(isApiError(error) && error.status).toBe(0)
})
