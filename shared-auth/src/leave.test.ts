import { owner } from '@errand/contract/testing/owner'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { server } from './testing/page.tsx'

/** Gives the page its tokens. */
const getIdToken = vi.hoisted(() => vi.fn<() => Promise<string>>())

vi.mock('firebase/app', () => ({ initializeApp: () => ({}) }))
vi.mock('firebase/auth', () => {
  const currentUser = {
    uid: 'u1',
    phoneNumber: '+919876543210',
    getIdToken,
    getIdTokenResult: async () => ({ claims: { iat: 0, exp: Date.now() } }),
  }
  return {
    indexedDBLocalPersistence: {},
    browserLocalPersistence: {},
    signOut: async () => {},
    initializeAuth: () => ({ currentUser, settings: {}, useDeviceLanguage: () => {} }),
    onAuthStateChanged: (_: unknown, tell: (user: unknown) => void) => tell(currentUser),
  }
})

let page: typeof import('./index.ts')
const left = { status: 'signed-out', reason: 'left' }

/** Opens a page whose owner is signed in; resolves with the token by which the sign-in was ended. */
async function openPage(answer: () => Response = () => HttpResponse.json({})) {
  const ended = Promise.withResolvers<unknown>()
  server.use(
    http.get('*/api/auth/profile', () =>
      HttpResponse.json({ success: true, user: owner, isNewUser: false }),
    ),
    http.get('*/api/events', () => new HttpResponse(new ReadableStream())),
    http.delete('*/api/auth/sign-ins/current', ({ request }) => {
      ended.resolve(request.headers.get('authorization'))
      return answer()
    }),
  )
  page.startSession({ projectId: 'p', apiKey: 'k', emulator: false })
  expect(await page.sessionKnown()).toMatchObject({ status: 'signed-in' })
  return { endedBy: ended.promise }
}

beforeEach(async () => {
  getIdToken.mockReset().mockResolvedValue('token')
  vi.resetModules()
  page = await import('./index.ts')
  return () => vi.useRealTimers()
})

test('S5: signing out ends the sign-in at the api as well', async () => {
  const { endedBy } = await openPage()

  await page.signOut()

  expect(await page.sessionKnown()).toEqual(left)
  expect(await endedBy).toBe('Bearer token')
})

test('S5: signing out works without a network', async () => {
  const { endedBy } = await openPage(() => HttpResponse.error())

  await page.signOut()

  expect(await endedBy).toBe('Bearer token')
  expect(await page.sessionKnown()).toEqual(left)
})

test('S5: signing out waits at most two seconds for an identity provider that does not answer', async () => {
  await openPage()
  getIdToken.mockReturnValue(new Promise(() => {}))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const leaving = page.signOut()

  await vi.advanceTimersByTimeAsync(2000)
  await leaving

  expect(await page.sessionKnown()).toEqual(left)
})
