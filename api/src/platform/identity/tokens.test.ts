import {
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type GenerateKeyPairResult,
  type JWTPayload,
} from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'

import { claimsOf, emulatorToken, project } from '../../../test/tokens.ts'
import type { ReadToken } from '../http/context.ts'
import { verifyEmulatorTokens, verifyFirebaseTokens } from './tokens.ts'

const person = { uid: 'uid-1', phoneNumber: '+15550000001' }
const now = Math.floor(Date.now() / 1000)

let provider: GenerateKeyPairResult
let stranger: GenerateKeyPairResult
let verifyFirebase: ReadToken
const verifyEmulator = verifyEmulatorTokens(project)

beforeAll(async () => {
  provider = await generateKeyPair('RS256', { extractable: true })
  stranger = await generateKeyPair('RS256')
  const jwk = await exportJWK(provider.publicKey)
  verifyFirebase = verifyFirebaseTokens(
    project,
    createLocalJWKSet({ keys: [{ ...jwk, kid: 'k' }] }),
  )
})

function signed(claims: JWTPayload, key = provider.privateKey, kid = 'k'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)
}

const timesOf = ({ iat, exp, auth_time }: Record<'iat' | 'exp' | 'auth_time', number>) => ({
  issuedAt: new Date(iat * 1000),
  expiresAt: new Date(exp * 1000),
  authenticatedAt: new Date(auth_time * 1000),
})

describe.each([
  { mode: 'firebase', write: signed, verify: (token: string) => verifyFirebase(token) },
  { mode: 'emulator', write: emulatorToken, verify: (token: string) => verifyEmulator(token) },
])('in $mode mode', ({ write, verify }) => {
  test('a good token tells who it is', async () => {
    const claims = claimsOf(person)
    const token = await write(claims)
    expect(await verify(token)).toEqual({ ...person, ...timesOf(claims), token })
  })

  test('clocks may be some seconds apart', async () => {
    const claims = { ...claimsOf(person), iat: now + 3, auth_time: now + 3 }
    const token = await write(claims)
    expect(await verify(token)).toEqual({ ...person, ...timesOf(claims), token })
  })

  test('an expired token says so', async () => {
    const claims = { ...claimsOf(person), exp: now - 60 }
    await expect(verify(await write(claims))).rejects.toMatchObject({ code: 'token_expired' })
  })

  test.each<[string, Record<string, unknown>]>([
    ['another issuer', { iss: 'https://securetoken.google.com/other' }],
    ['another project', { aud: 'other' }],
    ['no subject', { sub: undefined }],
    ['a subject too long', { sub: 'x'.repeat(129) }],
    ['U+0000 in the subject', { sub: 'a\0b' }],
    ['no expiry', { exp: undefined }],
    ['no sign-in time', { auth_time: undefined }],
    ['an issue time to come', { iat: now + 600 }],
    ['a sign-in time to come', { auth_time: now + 600 }],
    ['a phone number that is none', { phone_number: 'abc' }],
  ])('a token with %s is refused', async (_, change) => {
    const claims = JSON.parse(JSON.stringify({ ...claimsOf(person), ...change }))
    await expect(verify(await write(claims))).rejects.toMatchObject({
      code: 'unauthenticated',
      options: { headers: { 'www-authenticate': expect.stringContaining('invalid_token') } },
    })
  })

  test.each(['', 'a.b.c', 'e30.e30.', 'x'.repeat(100_000)])(
    'the token %j is refused',
    async (token) => {
      await expect(verify(token)).rejects.toMatchObject({ code: 'unauthenticated' })
    },
  )
})

test('neither mode takes a token of the other', async () => {
  const refusal = { code: 'unauthenticated' }
  const unsigned = emulatorToken(claimsOf(person))
  await expect(verifyFirebase(unsigned)).rejects.toMatchObject(refusal)
  await expect(verifyEmulator(await signed(claimsOf(person)))).rejects.toMatchObject(refusal)
})

test.each([
  ['by somebody else', () => signed(claimsOf(person), stranger.privateKey)],
  ['with a key nobody knows', () => signed(claimsOf(person), provider.privateKey, 'other')],
  [
    'and changed afterwards',
    async () => {
      const [header, , signature] = (await signed(claimsOf(person))).split('.')
      const payload = Buffer.from(JSON.stringify(claimsOf({ uid: 'admin' }))).toString('base64url')
      return [header, payload, signature].join('.')
    },
  ],
  [
    'with the public key as a shared secret',
    async () => {
      const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(provider.publicKey)))
      return new SignJWT(claimsOf(person))
        .setProtectedHeader({ alg: 'HS256', kid: 'k' })
        .sign(secret)
    },
  ],
])('a token signed %s is refused', async (_, write) => {
  await expect(verifyFirebase(await write())).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('keys that cannot be fetched sign nobody out', async () => {
  const verify = verifyFirebaseTokens(project, () => Promise.reject(new TypeError('fetch failed')))

  await expect(verify(await signed(claimsOf(person)))).rejects.toMatchObject({
    code: 'service_unavailable',
    status: 503,
  })
})
