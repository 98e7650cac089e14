import { expect, test } from 'vitest'

import { readAnswer, useTestApi } from '../../../test/test-api.ts'
import { claimsOf, emulatorToken } from '../../../test/tokens.ts'

const api = useTestApi()

const good = emulatorToken(claimsOf({ uid: 'uid-1' }))

test.each([
  '',
  'Bearer ',
  '<token>',
  'Bearer <token>, Bearer <token>',
  'Bearer \u00ff',
  'Bearer <many dots>',
])('the header Authorization: %j is refused', async (template) => {
  // Written out here: a token is another one in each run, and no part of a test's name.
  const authorization = template
    .replaceAll('<token>', good)
    .replaceAll('<many dots>', '.'.repeat(60_000))
  const headers = { authorization }

  const refused = await readAnswer(await api.request('/api/auth/profile', { headers }))

  expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('a request without a token is refused before its body is read, and the scheme ignores case', async () => {
  const init = { method: 'POST', body: '{' }
  const refused = await readAnswer(await api.request('/api/jobs', init))
  expect(refused.status).toBe(401)
  expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="errand"')

  const headers = { authorization: `bearer ${good}` }
  expect((await api.request('/api/auth/profile', { headers })).status).toBe(404)
})

test('an expired token has a code of its own', async () => {
  const token = emulatorToken({ ...claimsOf({ uid: 'uid-1' }), exp: 1 })
  const headers = { authorization: `Bearer ${token}` }

  const refused = await readAnswer(await api.request('/api/auth/profile', { headers }))

  expect(refused).toMatchObject({ status: 401, body: { code: 'token_expired' } })
  expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
})
