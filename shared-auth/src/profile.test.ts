import { owner } from '@errand/contract/testing/owner'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'

import { profileFailureOf, profileQuery, signInProfile } from './profile.ts'
import { getSession, queryClient, setSession } from './session/session.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterAll(() => server.close())
afterEach(() => {
  server.resetHandlers()
  queryClient.clear()
})

const user = { ...owner, email: '', name: '' }
const { phoneNumber } = user
const answer = (isNewUser: boolean) => HttpResponse.json({ success: true, user, isNewUser })
const status = (code: number) => () => new HttpResponse(null, { status: code })

test('S2: a known person gets their profile with one call', async () => {
  server.use(http.get('*/api/auth/profile', () => answer(false)))

  expect(await signInProfile(phoneNumber)).toMatchObject({ isNewUser: false, profile: 'ready' })
  expect(queryClient.getQueryData(profileQuery().queryKey)).toEqual(user)
})

test('S2: an unknown person gets a profile with empty strings', async () => {
  let sent: unknown
  server.use(
    http.get('*/api/auth/profile', status(404)),
    http.post('*/api/auth/profile', async ({ request }) => {
      sent = await request.json()
      return answer(true)
    }),
  )

  expect(await signInProfile(phoneNumber)).toMatchObject({ isNewUser: true, profile: 'ready' })
  expect(sent).toEqual({ phoneNumber, email: '', name: '' })
})

test('S2: a new profile starts in the language of the page', async () => {
  let accepted: string | null = null
  server.use(
    http.post('*/api/auth/profile', ({ request }) => {
      accepted = request.headers.get('accept-language')
      return answer(true)
    }),
  )
  document.documentElement.lang = 'hi'
  onTestFinished(() => document.documentElement.removeAttribute('lang'))

  await signInProfile(phoneNumber, true)

  expect(accepted).toBe('hi')
})

test('S2: the profile of a person new at the identity provider is created without looking for one', async () => {
  // Without a handler for it, fetching the profile fails this test.
  server.use(http.post('*/api/auth/profile', () => answer(true)))

  expect(await signInProfile(phoneNumber, true)).toMatchObject({
    isNewUser: true,
    profile: 'ready',
  })
})

test('S6: a page that is still open does not recreate an account deleted elsewhere', async () => {
  setSession({ status: 'signed-in', user: { uid: 'u1', phoneNumber } })
  server.use(http.get('*/api/auth/profile', () => answer(false)))
  await queryClient.fetchQuery(profileQuery())

  server.use(http.get('*/api/auth/profile', status(404)))
  await queryClient.fetchQuery({ ...profileQuery(), staleTime: 0 }).catch(() => undefined)

  expect(getSession()).toEqual({ status: 'signed-out', reason: 'left' })
})

/** Both as in the sign-in and as in a page that is reloaded. */
const atSignIn = async () => (await signInProfile(phoneNumber)).profile
const onReload = () =>
  queryClient.fetchQuery({ ...profileQuery(), retry: false }).catch(profileFailureOf)

test.each([
  ['at the sign-in', atSignIn],
  ['on a reloaded page', onReload],
])('S2: %s an error says whether loading or creating failed', async (_, load) => {
  setSession({ status: 'signed-in', user: { uid: 'u2', phoneNumber } })
  server.use(http.get('*/api/auth/profile', status(500)))
  expect(await load()).toBe('load_failed')

  server.use(
    http.get('*/api/auth/profile', status(404)),
    http.post('*/api/auth/profile', status(500)),
  )
  expect(await load()).toBe('create_failed')
})
