import { owner } from '@errand/contract/testing/owner'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

let page: typeof import('./index.ts')

const minuteMs = 60_000
const start = Date.parse('2026-11-21T10:00:00Z')

/** The identity provider's client, as far as a restored session needs it. */
const provider = vi.hoisted(() => ({
  /** Now, by the clock of the provider and of the api. */
  now: 0,
  isAway: false,
  issuedAt: 0,
  /** When a new token was asked for. */
  renewals: [] as number[],
  async renew() {
    this.renewals.push(this.now)
    if (this.isAway) throw new Error('away')
    this.issuedAt = this.now
    return 'token'
  },
}))

vi.mock('firebase/app', () => ({ initializeApp: () => ({}) }))
vi.mock('firebase/auth', () => {
  const currentUser = {
    uid: 'u1',
    phoneNumber: '+919876543210',
    getIdToken: async (force?: boolean) => (force === true ? provider.renew() : 'token'),
    getIdTokenResult: async () => {
      const iat = provider.issuedAt / 1000
      return { claims: { iat, exp: iat + 3600 } }
    },
  }
  return {
    indexedDBLocalPersistence: {},
    browserLocalPersistence: {},
    signOut: async () => {},
    initializeAuth: () => ({ currentUser, settings: {}, useDeviceLanguage: () => {} }),
    onAuthStateChanged: (_: unknown, tell: (user: unknown) => void) => tell(currentUser),
  }
})

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())

beforeEach(() => {
  Object.assign(provider, { now: start, issuedAt: start, renewals: [], isAway: false })
  server.use(
    http.get('*/api/auth/profile', () => {
      const headers = { date: new Date(provider.now).toUTCString(), 'cache-control': 'no-store' }
      return HttpResponse.json({ success: true, user: owner, isNewUser: false }, { headers })
    }),
    http.get('*/api/events', () => new HttpResponse(new ReadableStream())),
    http.delete('*/api/auth/sign-ins/current', () =>
      HttpResponse.json({ success: true, ended: 1 }),
    ),
  )
})

afterEach(async () => {
  vi.useRealTimers()
  await page.signOut()
  server.resetHandlers()
  delete document.documentElement.dataset['clockOffset']
})

/** A page that restores a session, on a machine whose clock is so far ahead. */
async function openPage(skewMs = 0): Promise<void> {
  vi.resetModules()
  page = await import('./index.ts')
  vi.useFakeTimers({
    now: start + skewMs,
    toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'],
  })
  page.startSession({ projectId: 'p', apiKey: 'k', emulator: false })
  await page.sessionKnown()
  // From its first answer on the page knows the api's time.
  await page.queryClient.fetchQuery(page.profileQuery())
  provider.renewals = []
}

/** Lets time pass, here and at the provider. */
async function pass(minutes: number): Promise<void> {
  for (let second = 0; second < minutes * 60; second += 30) {
    provider.now += 30_000
    await vi.advanceTimersByTimeAsync(30_000)
  }
}

const minutes = () => provider.renewals.map((at) => Math.round((at - start) / minuteMs))

test.each([
  ['right', 0],
  ['26 hours ahead', 26 * 60 * minuteMs],
  ['a year behind', -365 * 24 * 60 * minuteMs],
])(
  'S14: an idle page renews its token five minutes before it expires, with a clock that is %s',
  async (_, skewMs) => {
    await openPage(skewMs)
    await pass(54)
    expect(provider.renewals).toEqual([])

    await pass(2)
    expect(minutes()).toEqual([55])
    await pass(55)
    expect(minutes()).toEqual([55, 110])
  },
)

test('S14: renewal is retried while the provider is unavailable, and at once when the network is back', async () => {
  await openPage()
  provider.isAway = true
  await pass(58)
  expect(minutes()).toEqual([55, 56, 57, 58])

  provider.isAway = false
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(minutes()).toEqual([55, 56, 57, 58, 58]))
})

test('S14: a page that slept past the expiry renews as soon as it gets the focus', async () => {
  await openPage()
  provider.now += 180 * minuteMs
  vi.setSystemTime(provider.now)
  window.dispatchEvent(new Event('focus'))
  document.dispatchEvent(new Event('visibilitychange'))

  await vi.waitFor(() => expect(minutes()).toEqual([180]))
})

test('S14: no token is renewed after signing out', async () => {
  await openPage()
  await page.signOut()
  await pass(60)
  expect(provider.renewals).toEqual([])
})

test('S14: a corrected clock does not delay the renewal', async () => {
  await openPage()
  await pass(30)
  vi.setSystemTime(start - 60 * minuteMs)
  await pass(26)
  expect(minutes()).toEqual([55])
})
