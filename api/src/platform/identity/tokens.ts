import { phoneNumberSchema } from '@errand/contract/auth'
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  UnsecuredJWT,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose'
import * as z from 'zod/mini'

import type { Identity, ReadToken } from '../http/context.ts'
import { fetchLimited } from '../http/fetch-limited.ts'
import { Problem } from '../http/problem.ts'
import { isStorableText } from '../http/request-input.ts'
import { refusedToken } from './identity.ts'

/** Where the public keys of Firebase Auth are. */
export const firebaseKeysUrl =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/** The public keys that Firebase Auth signs with, fetched when needed and kept for an hour. */
export function firebaseKeys(): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(firebaseKeysUrl), {
    cooldownDuration: 30_000,
    cacheMaxAge: 3_600_000,
    timeoutDuration: 5_000,
    [customFetch]: (url, init) => fetchLimited(url, init),
  })
}

/** Accepts only tokens that Firebase Auth signed for the project. */
export function verifyFirebaseTokens(project: string, keys: JWTVerifyGetKey): ReadToken {
  const options = { ...claimOptions(project), algorithms: ['RS256'] }
  const findKey: JWTVerifyGetKey = async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause
      // The keys could not be fetched, which is not the caller's fault: a 401 would sign the owner out.
      throw new Problem('service_unavailable', { retryAfter: 5, cause })
    }
  }
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, findKey, options)
      return toIdentity(payload, token)
    } catch (error) {
      if (error instanceof Problem) throw error
      const isExpired = error instanceof errors.JWTExpired
      throw refusedToken(isExpired ? 'token_expired' : 'unauthenticated', error)
    }
  }
}

/** Accepts the unsigned tokens of the local emulator: anybody can forge one, so never in production. */
export function verifyEmulatorTokens(project: string): ReadToken {
  const options = claimOptions(project)
  return async (token) => {
    try {
      return toIdentity(UnsecuredJWT.decode(token, options).payload, token)
    } catch (error) {
      const isExpired = error instanceof errors.JWTExpired
      throw refusedToken(isExpired ? 'token_expired' : 'unauthenticated', error)
    }
  }
}

/** How far the clocks of the provider and of this machine may be apart. */
const clockToleranceSeconds = 5

/** The claims of an ID token that the library checks, signed or not. */
function claimOptions(project: string): JWTVerifyOptions {
  return {
    issuer: `https://securetoken.google.com/${project}`,
    audience: project,
    requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    clockTolerance: clockToleranceSeconds,
  }
}

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128), z.refine(isStorableText)),
  iat: z.number(),
  exp: z.number(),
  auth_time: z.number(),
  phone_number: z.optional(phoneNumberSchema),
})

/** Checks the claims that the library does not, as the provider requires; throws when one is wrong. */
function toIdentity(payload: JWTPayload, token: string): Identity {
  const claims = claimsSchema.parse(payload)
  const latest = Date.now() / 1000 + clockToleranceSeconds
  if (claims.iat > latest || claims.auth_time > latest)
    throw new Error('The token is of the future')
  return {
    uid: claims.sub,
    phoneNumber: claims.phone_number,
    issuedAt: new Date(claims.iat * 1000),
    expiresAt: new Date(claims.exp * 1000),
    authenticatedAt: new Date(claims.auth_time * 1000),
    token,
  }
}
